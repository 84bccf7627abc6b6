/** Formats a run for `docs/`: the tables in `engine.md`, and the growth pictures. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { picture } from './picture.js';
import { reportText } from './report.js';

const BEGIN = '<!-- bench: begin -->';
const END = '<!-- bench: end -->';

const docs = (name) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));

/** Path and text of each file in `docs/` that shows `found`, the content of `bench/results/engine.json`. */
export function pagesOf(found) {
  const { rules, urls, agents } = found.growth;
  const pictures = [
    ['growth-rules.svg', 'A warm question, by rules', 'rules', rules],
    ['growth-urls.svg', 'A warm question, by length of the URL', 'octets', urls],
    ['growth-agents.svg', 'Compile and ask, by agents', 'agents', agents],
  ].map(([name, ...shown]) => ({ file: docs(name), text: picture(...shown) }));
  const file = docs('engine.md');
  const [start, rest] = readFileSync(file, 'utf8').split(BEGIN);
  const end = rest.split(END)[1];
  return [...pictures, { file, text: `${start}${BEGIN}\n${reportText(found)}\n${END}${end}` }];
}
