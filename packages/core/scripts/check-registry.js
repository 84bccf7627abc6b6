/**
 * Compares the registry of crawlers with what operators publish:
 *
 *   npm run check:registry -- [--only TOKEN] [--seconds 20]
 *
 * Needs the network, so it runs by hand or on a schedule and never in a test. Exit code 1 on any problem. It changes
 * nothing: read the operator's page, then edit the record and its `asOf`.
 */
import { parseArgs } from 'node:util';
import { agents, isStale } from 'robots-exclusion/agents';
import { problemOf, questionsOf } from './check-ways.js';

const { values } = parseArgs({
  options: { only: { type: 'string' }, seconds: { type: 'string', default: '20' } },
});

const wanted = agents.filter(({ token }) => values.only === undefined || token === values.only);
if (wanted.length === 0) throw new Error(`No crawler has the token ${JSON.stringify(values.only)}`);
const questions = questionsOf(wanted);
let problems = 0;
// Sends one request at a time, to spare operators' servers.
for (const question of questions) {
  const problem = await problemOf(question, get);
  if (problem === undefined) continue;
  problems++;
  console.log(`${question.tokens.join(', ')}: ${question.url}: ${problem}`);
}
const stale = wanted.filter((agent) => isStale(agent, new Date())).length;
console.log(`${questions.length} URLs asked, ${problems} with a problem; ${stale} profiles are stale`);
process.exitCode = problems > 0 ? 1 : 0;

async function get(url) {
  const signal = AbortSignal.timeout(Number(values.seconds) * 1000);
  const headers = { 'User-Agent': 'robots-exclusion-check-registry' };
  const response = await fetch(url, { headers, signal });
  return { status: response.status, body: await response.text() };
}
