/** The lines of robots.txt that were not kept to, by crawler. */
import type { VerdictRule } from 'robots-exclusion';
import type { Hit } from '../hit.ts';
import { flat } from '../identity/crawler-of.ts';
import type { IdentityGrade } from '../identity/identify.ts';
import type { HitJudgement } from '../judge.ts';
import { type ClassCounts, isoOf } from './crawler-row.ts';

/** A request that shows a finding: enough to look it up in the log again. */
export interface Sample {
  log?: string;
  /** Line of the log. */
  line: number;
  time: string;
  host: string | null;
  url: string;
  address: string;
  identity: IdentityGrade;
}

/** A line of one version, and one crawler that asked for what it disallows. */
export interface RuleReport {
  /** Name of the version; its digest is with the versions. */
  version: string;
  /** Line of robots.txt. */
  line: number;
  text: string;
  token: string;
  classes: ClassCounts;
  /** The first requests that count against the crawler; where there are none, the first within the grace. */
  samples: readonly Sample[];
}

const MOST_SAMPLES = 5;
const MOST_ROWS = 10_000;
const MOST_URL = 2048;

/** A row that grows. */
interface Row extends RuleReport {
  samples: Sample[];
}

/** Rows while they grow. */
export class RuleRows {
  readonly #rows = new Map<string, Row>();
  /** Findings without a row, because there were too many rows. */
  left = 0;

  add(hit: Hit, identity: IdentityGrade, judgement: HitJudgement): void {
    if (!('rule' in judgement) || judgement.class === 'allowed') return;
    const { version, rule, token } = judgement;
    const row = this.#row(version.name, rule, token);
    if (!row) {
      this.left++;
      return;
    }
    const isGrace = judgement.class === 'within-grace';
    const isFirstAgainst = !isGrace && against(row) === 0;
    if (isFirstAgainst) row.samples = [];
    const isSample = !isGrace || against(row) === 0;
    if (isSample && row.samples.length < MOST_SAMPLES) row.samples.push(sampleOf(hit, identity));
    row.classes[judgement.class] = (row.classes[judgement.class] ?? 0) + 1;
  }

  /** The most violated first. */
  report(): RuleReport[] {
    return [...this.#rows.values()].sort(
      (a, b) => against(b) - against(a) || a.line - b.line || (a.token < b.token ? -1 : 1),
    );
  }

  #row(version: string, { line, text }: VerdictRule, token: string): Row | undefined {
    const key = `${version}\n${line}\n${token}`;
    const row = this.#rows.get(key);
    if (row || this.#rows.size >= MOST_ROWS) return row;
    const made: Row = { version, line, text, token, classes: {}, samples: [] };
    this.#rows.set(key, made);
    return made;
  }
}

/** How many requests count against the crawler. */
function against({ classes }: RuleReport): number {
  return (classes.violation ?? 0) + (classes['never-asked'] ?? 0);
}

function sampleOf(hit: Hit, identity: IdentityGrade): Sample {
  return {
    ...(hit.log !== undefined && { log: hit.log }),
    line: hit.line,
    time: isoOf(hit.time),
    host: hit.host === undefined ? null : flat(hit.host),
    url: flat(hit.url.slice(0, MOST_URL)),
    address: flat(hit.address),
    identity,
  };
}
