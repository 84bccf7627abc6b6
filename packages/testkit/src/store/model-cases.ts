/** Runs generated sequences of operations on the store and on a Map. Both must always agree. */
import assert from 'node:assert/strict';
import type { Store } from '@robots-exclusion/client';
import fc from 'fast-check';
import { assertOctets, longTtlMs } from './octets.ts';
import type { StoreCase } from './store-case.ts';

/** The version that a conditional write names: none, `null`, the current version, or the version before that. */
type Condition = 'always' | 'absent' | 'present' | 'former';

type Operation =
  | { kind: 'set'; key: string; value: Uint8Array; condition: Condition }
  | { kind: 'delete'; key: string }
  | { kind: 'get'; key: string };

interface Known {
  value: Uint8Array;
  version: string;
}

interface Model {
  present: Map<string, Known>;
  formerVersions: Map<string, string>;
}

const sequences = 40;
const operationsPerSequence = 30;

const key = fc.constantFrom('https://a.example', 'https://a.example#lock', 'https://b.example');
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      key,
      value: fc.uint8Array({ maxLength: 64 }),
      condition: fc.constantFrom<Condition>('always', 'absent', 'present', 'former'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), key }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('get' as const), key }) },
);

export const modelCases: readonly StoreCase[] = [
  {
    id: 'model',
    title: `${sequences} random sequences of operations agree with a Map`,
    async run({ store }) {
      const sequence = fc.array(operation, { maxLength: operationsPerSequence, size: 'max' });
      await fc.assert(
        fc.asyncProperty(sequence, (operations) => agree(store, operations)),
        { numRuns: sequences },
      );
    },
  },
];

async function agree(store: Store, operations: readonly Operation[]): Promise<void> {
  const model: Model = { present: new Map(), formerVersions: new Map() };
  for (const name of ['https://a.example', 'https://a.example#lock', 'https://b.example'])
    await store.delete(name);
  for (const step of operations) {
    if (step.kind === 'set') await agreeOnSet(store, model, step);
    if (step.kind === 'delete') {
      await store.delete(step.key);
      retire(model, step.key);
    }
    await agreeOnGet(store, model, step.key);
  }
}

async function agreeOnSet(store: Store, model: Model, step: Operation & { kind: 'set' }): Promise<void> {
  const present = model.present.get(step.key);
  const ifVersion = {
    always: undefined,
    absent: null,
    present: present?.version ?? null,
    former: model.formerVersions.get(step.key) ?? 'no version',
  }[step.condition];
  const isExpected = ifVersion === undefined || ifVersion === (present?.version ?? null);
  const condition = ifVersion === undefined ? {} : { ifVersion };
  const isWritten = await store.set(step.key, step.value, { ttlMs: longTtlMs, ...condition });
  assert.equal(isWritten, isExpected, `set ${step.condition} on "${step.key}"`);
  if (!isWritten) return;
  retire(model, step.key);
  const stored = await store.get(step.key);
  assert(stored);
  assert.notEqual(stored.version, present?.version, 'a write is a new version');
  model.present.set(step.key, { value: step.value, version: stored.version });
}

async function agreeOnGet(store: Store, model: Model, name: string): Promise<void> {
  const expected = model.present.get(name);
  const stored = await store.get(name);
  if (expected === undefined) assert.equal(stored, undefined);
  else {
    assertOctets(stored, expected.value);
    assert.equal(stored?.version, expected.version);
  }
}

function retire(model: Model, name: string): void {
  const present = model.present.get(name);
  if (present) model.formerVersions.set(name, present.version);
  model.present.delete(name);
}
