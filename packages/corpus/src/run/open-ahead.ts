/** Opens the stretches of a unit. Short stretches at URLs are requested ahead, because each takes a round trip. */
import { isAddress, openArchive } from './archive-source.ts';
import { LISTED_OCTETS, type RunInput, type UnitStretch } from './run-plan.ts';

/** The number of stretches that are requested at once. */
const AHEAD = 8;

/** Opens the stretch with this index. Call it once per stretch, in order. */
export function openerOf(
  inputs: readonly RunInput[],
  stretches: readonly UnitStretch[],
): (index: number) => AsyncIterable<Uint8Array> {
  const begun = new Map<number, Promise<Uint8Array[]>>();
  const open = ({ input, from, to, records }: UnitStretch): AsyncIterable<Uint8Array> =>
    // The last record that begins in a stretch may continue after its end.
    openArchive(inputs[input] as RunInput, from, (records && to) ?? undefined);
  const begin = (index: number): void => {
    const stretch = stretches[index];
    if (!stretch || begun.has(index) || !isShort(stretch, inputs)) return;
    const octets = collected(open(stretch));
    // A failure is thrown when the stretch is read.
    octets.catch(() => {});
    begun.set(index, octets);
  };
  return (index) => {
    for (let next = index; next < index + AHEAD; next++) begin(next);
    const octets = begun.get(index);
    begun.delete(index);
    return octets === undefined ? open(stretches[index] as UnitStretch) : chunksOf(octets);
  };
}

function isShort({ input, from, to, records }: UnitStretch, inputs: readonly RunInput[]): boolean {
  const isBounded = records !== undefined && to !== null && to - from <= LISTED_OCTETS;
  return isBounded && isAddress((inputs[input] as RunInput).path);
}

async function collected(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

async function* chunksOf(octets: Promise<Uint8Array[]>): AsyncGenerator<Uint8Array> {
  yield* await octets;
}
