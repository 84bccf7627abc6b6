/**
 * Every way to ask about a robots.txt (library, commands, service, page) is a door: for one question, all of them
 * must give one answer.
 */

/** Questions about one file: each URL for each crawler. */
export interface DoorSheet {
  readonly robots: string;
  /** The origin's response for the file; doors that fetch nothing accept only 200. */
  readonly status: number;
  /** Names of crawlers: product tokens, lists of those of one crawler, User-Agent headers. */
  readonly agents: readonly (string | readonly string[])[];
  /** Paths. A door that requires absolute URLs prepends its own origin. */
  readonly paths: readonly string[];
  /** Ask for the bare tokens. */
  readonly literal?: boolean;
  readonly dialect?: string;
  /** Header fields of the response that delivered the pages. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The origin's `/.well-known/tdmrep.json`. */
  readonly tdmrep?: string;
}

/** One answer. A door omits members that it never reports. */
export interface DoorAnswer {
  readonly allowed: boolean;
  /** The verdict; `unreadable` also if a door reports a dialect's failure as an error. */
  readonly because?: string | undefined;
  /** The line that decides. */
  readonly line?: number | undefined;
  /** What depends on the registry. */
  readonly crawler?: unknown;
  /** AIPREF's preferences by category. */
  readonly preferences?: unknown;
  /** By use, from every convention. */
  readonly uses?: unknown;
}

/** One way to ask. */
export interface Door {
  readonly name: string;
  /** Whether this door has a way to ask these questions, or some of them. */
  takes(sheet: DoorSheet): boolean;
  /** One answer for each path and each agent; `undefined` for questions that this door does not support. */
  ask(sheet: DoorSheet): Promise<readonly (DoorAnswer | undefined)[]>;
  close?(): Promise<void>;
}

/** Two doors that disagree. */
export interface Contradiction {
  readonly robots: string;
  readonly agent: string | readonly string[];
  readonly path: string;
  readonly member: string;
  /** The answer of each door, with equal ones combined. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
  readonly literal?: boolean;
  readonly dialect?: string;
}

/** The result of a run. */
export interface DoorsReport {
  /** Questions, each counted once however many doors were asked. */
  readonly questions: number;
  /** Answers by door. */
  readonly answers: Readonly<Record<string, number>>;
  readonly contradictions: readonly Contradiction[];
}

/** Asks every door that takes it each sheet; a door that answers fewer or more questions than it was asked throws. */
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
 * The answers of the doors to one question, member by member; a door that does not report a member is not compared in
 * it.
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

/** JSON with the members of objects in alphabetical order; `undefined` for what is absent. */
function stableJson(value: unknown): string {
  const sorted = JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return sorted ?? 'undefined';
}
