/**
 * A door is an interface that gives verdicts about a robots.txt, such as the library, a command, the service or the
 * page. For the same question, all doors must return the same answer.
 */

/** Questions about one file: every URL for every crawler. */
export interface DoorSheet {
  readonly robots: string;
  /** The status of the origin's response. Doors that fetch nothing accept only 200. */
  readonly status: number;
  /** Names of crawlers: product tokens, lists of tokens of one crawler, or User-Agent headers. */
  readonly agents: readonly (string | readonly string[])[];
  /** Paths. A door that requires absolute URLs prepends its own origin. */
  readonly paths: readonly string[];
  /** Whether tokens are taken literally, without the registry. */
  readonly literal?: boolean;
  readonly dialect?: string;
  /** Header fields of the responses with which the origin sends its pages. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The origin's `/.well-known/tdmrep.json`. */
  readonly tdmrep?: string;
}

/** One answer. A door omits the members that it never reports. */
export interface DoorAnswer {
  readonly allowed: boolean;
  /**
   * The reason for the verdict. If a dialect fails, the reason is `unreadable`, even for doors that report the failure
   * as an error.
   */
  readonly because?: string | undefined;
  /** The line of the deciding rule. */
  readonly line?: number | undefined;
  /** The part of the answer that depends on the registry. */
  readonly crawler?: unknown;
  /** The AIPREF preferences by category. */
  readonly preferences?: unknown;
  /** The preferences by use, combined from all conventions. */
  readonly uses?: unknown;
}

/** One interface that answers questions. */
export interface Door {
  readonly name: string;
  /** Whether this door supports at least some of these questions. */
  takes(sheet: DoorSheet): boolean;
  /** One answer for each path and each agent; `undefined` for questions that this door does not support. */
  ask(sheet: DoorSheet): Promise<readonly (DoorAnswer | undefined)[]>;
  close?(): Promise<void>;
}

/** A question for which doors disagree. */
export interface Contradiction {
  readonly robots: string;
  readonly agent: string | readonly string[];
  readonly path: string;
  readonly member: string;
  /** The names of the doors that gave each answer, by answer. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
  readonly literal?: boolean;
  readonly dialect?: string;
}

/** The result of a run. */
export interface DoorsReport {
  /** The number of questions. A question counts once, even if several doors answered it. */
  readonly questions: number;
  readonly answers: Readonly<Record<string, number>>;
  readonly contradictions: readonly Contradiction[];
}

/** Asks each sheet at every door that takes it. Throws if a door returns more or fewer answers than questions. */
export async function askDoors(sheets: readonly DoorSheet[], doors: readonly Door[]): Promise<DoorsReport> {
  const answers = new Map(doors.map(({ name }) => [name, 0]));
  const contradictions: Contradiction[] = [];
  let questions = 0;
  for (const sheet of sheets) {
    const asked = doors.filter((door) => door.takes(sheet));
    const reported = await Promise.all(asked.map((door) => askOne(door, sheet)));
    for (const { name, given } of reported) {
      const count = given.filter((answer) => answer !== undefined).length;
      answers.set(name, (answers.get(name) ?? 0) + count);
    }
    const count = sheet.agents.length * sheet.paths.length;
    for (let index = 0; index < count; index++) contradictions.push(...comparedAt(sheet, reported, index));
    questions += count;
  }
  return { questions, answers: Object.fromEntries(answers), contradictions };
}

interface Reported {
  readonly name: string;
  readonly given: readonly (DoorAnswer | undefined)[];
}

async function askOne(door: Door, sheet: DoorSheet): Promise<Reported> {
  const given = await door.ask(sheet);
  const expected = sheet.agents.length * sheet.paths.length;
  if (given.length === expected) return { name: door.name, given };
  throw new Error(
    `${door.name} gave ${given.length} answers to ${expected} questions about ${JSON.stringify(sheet)}`,
  );
}

const MEMBERS = ['allowed', 'because', 'line', 'crawler', 'preferences', 'uses'] as const;

/**
 * Compares the doors' answers to one question, member by member. A door that does not report a member takes no part in
 * the comparison of that member.
 */
function comparedAt(sheet: DoorSheet, reported: readonly Reported[], index: number): Contradiction[] {
  const { robots, agents, paths, literal, dialect } = sheet;
  return MEMBERS.flatMap((member) => {
    const answers = new Map<string, string[]>();
    for (const { name, given } of reported) {
      const answer = given[index];
      if (answer === undefined || !(member in answer)) continue;
      const text = stableJson(answer[member]);
      answers.set(text, [...(answers.get(text) ?? []), name]);
    }
    if (answers.size <= 1) return [];
    return {
      robots,
      agent: agents[index % agents.length] as string,
      path: paths[Math.floor(index / agents.length)] as string,
      member,
      answers: Object.fromEntries(answers),
      ...(literal !== undefined && { literal }),
      ...(dialect !== undefined && { dialect }),
    };
  });
}

/** JSON text with the members of objects in alphabetical order; `undefined` for an absent value. */
function stableJson(value: unknown): string {
  const sorted = JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return sorted ?? 'undefined';
}
