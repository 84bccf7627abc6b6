/**
 * Reads the optional corpus of real files. The environment variable `ROBOTS_CORPUS` names its folder, which contains
 * `robots/*.txt` and `urls.tsv`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpusStep } from './runs.ts';

/** The folder in `ROBOTS_CORPUS`; undefined if the variable is unset or the folder is missing. */
export function corpusFolder(): string | undefined {
  const folder = process.env['ROBOTS_CORPUS'];
  return folder && existsSync(join(folder, 'robots')) ? folder : undefined;
}

/** A real robots.txt with its exact octets. */
export interface CorpusFile {
  name: string;
  body: Uint8Array;
}

/** All real files, by name. */
export function readCorpus(folder: string): CorpusFile[] {
  return readdirSync(join(folder, 'robots'))
    .sort()
    .map((name) => ({ name, body: new Uint8Array(readFileSync(join(folder, 'robots', name))) }));
}

/** The real files for a test: the share of this run that `runs` describes, evenly spaced by name. */
export function sampleCorpus(folder: string): CorpusFile[] {
  return readCorpus(folder).filter((_, index) => index % corpusStep === 0);
}

/** Real URLs by host. */
export function readCorpusUrls(folder: string): Map<string, string[]> {
  const urls = new Map<string, string[]>();
  for (const line of readFileSync(join(folder, 'urls.tsv'), 'utf8').split('\n')) {
    const [host, url] = line.split('\t');
    if (host && url) urls.set(host, [...(urls.get(host) ?? []), url]);
  }
  return urls;
}
