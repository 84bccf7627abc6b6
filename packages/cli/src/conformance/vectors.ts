/** The vectors to run against a program, from the package `@robots-exclusion/vectors`. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The degrees to which RFC 9309 requires a verdict, strongest first. */
export const LEVELS = ['MUST', 'SHOULD', 'MAY', 'practice'] as const;
export type Level = (typeof LEVELS)[number];

export interface Question {
  readonly id: string;
  readonly body: Uint8Array;
  readonly agent: string | readonly string[];
  readonly url: string;
  readonly why: string;
}

/** A query whose verdict follows from RFC 9309, or from this project's interpretation of it. */
export interface Vector extends Question {
  readonly clause: string;
  readonly level: Level;
  readonly allow: boolean;
}

/** A query for which parsers are known to give different verdicts, with the verdict of each dialect. */
export interface Divergence extends Question {
  readonly verdicts: Readonly<Record<string, boolean | 'error'>>;
}

interface VectorJson extends Omit<Vector, 'body'> {
  readonly robots?: string;
  readonly robotsBase64?: string;
  readonly robotsGenerated?: {
    readonly parts: readonly { readonly text: string; readonly repeat?: number }[];
  };
}

function vectorsFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('@robots-exclusion/vectors/package.json'));
}

export function vectorsVersion(): string {
  return JSON.parse(readFileSync(join(vectorsFolder(), 'package.json'), 'utf8')).version;
}

/** All vectors of RFC 9309, in order of file and position. */
export function rfcVectors(): Vector[] {
  const folder = join(vectorsFolder(), 'rfc9309');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => vectorsIn<VectorJson>(join(folder, name)))
    .map((vector) => ({ ...vector, body: bodyOf(vector) }));
}

/** All queries for which parsers are known to give different verdicts. */
export function divergences(): Divergence[] {
  return vectorsIn<VectorJson & Divergence>(join(vectorsFolder(), 'dialects/divergences.json')).map(
    (vector) => ({
      ...vector,
      body: bodyOf(vector),
    }),
  );
}

function vectorsIn<Json>(file: string): readonly Json[] {
  return JSON.parse(readFileSync(file, 'utf8')).vectors;
}

function bodyOf({ robots, robotsBase64, robotsGenerated }: VectorJson): Uint8Array {
  if (robotsBase64 !== undefined) return Buffer.from(robotsBase64, 'base64');
  return Buffer.from(
    robots ?? robotsGenerated?.parts.map(({ text, repeat = 1 }) => text.repeat(repeat)).join('') ?? '',
  );
}
