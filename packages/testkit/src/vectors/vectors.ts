/** Reads the conformance vectors of `spec/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One vector; `spec/README.md` describes its members. */
export interface Vector {
  id: string;
  clause: string;
  level: 'MUST' | 'SHOULD' | 'MAY' | 'practice';
  robots?: string;
  robotsBase64?: string;
  robotsGenerated?: { parts: readonly { text: string; repeat?: number }[] };
  agent: string | string[];
  url: string;
  allow: boolean;
  because?: string;
  line?: number;
  why: string;
}

export interface VectorFile {
  name: string;
  title: string;
  vectors: readonly Vector[];
}

export function readVectors(folder: string): VectorFile[] {
  const directory = fileURLToPath(new URL(`../../../../spec/${folder}/`, import.meta.url));
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, ...JSON.parse(readFileSync(directory + name, 'utf8')) }) as VectorFile);
}

/** The exact octets of a vector's robots.txt. */
export function bodyOf(vector: Vector): Uint8Array {
  if (vector.robotsBase64 !== undefined) return new Uint8Array(Buffer.from(vector.robotsBase64, 'base64'));
  const text =
    vector.robots ?? vector.robotsGenerated?.parts.map((part) => part.text.repeat(part.repeat ?? 1)).join('');
  if (text === undefined) throw new TypeError(`Vector ${JSON.stringify(vector.id)} has no robots.txt`);
  return new TextEncoder().encode(text);
}
