import { isIP } from 'node:net';
import type { Answer } from '../ask.ts';
import { answerText } from '../ask.ts';
import { type DoctorCheck, fails, holds, notApplicable, notLookedAt } from '../check.ts';
import type { Visit } from '../visit.ts';

/** Compares variants of the origin, because rules apply to one scheme, host and port (RFC 9309 §2.3). */
export const sameOnVariants: DoctorCheck = {
  code: 'same-on-variants',
  title: 'http and https, with and without www: all that respond give the same answer',
  problem: 'http and https, with and without www, do not give the same answer',
  why: 'Each scheme and host has its own robots.txt. A crawler that uses another variant obeys a different file.',
  async run(visit) {
    const variants = variantsOf(visit.origin);
    if (variants.length === 0) return notApplicable('An IP address or a custom port has no variants');
    const answers: Answer[] = [];
    for (const origin of variants) answers.push(await visit.ask(`${origin}/robots.txt`));
    const details = answers.map((answer) => `${answer.url}: ${describe(answer, visit)}`);
    const answered = answers.filter(({ status }) => status !== undefined);
    if (answered.length === 0) return notLookedAt('No variant responds', details);
    const others = answered.filter((answer) => fileOf(answer) !== fileOf(visit.robots));
    if (others.length > 0) {
      const who = others.length === 1 ? 'One variant serves' : `${others.length} variants serve`;
      const fix = 'Redirect the variants, /robots.txt included, to one origin, or serve the same file on all';
      return fails('warning', `${who} something else`, fix, details);
    }
    const { digest, status } = visit.robots;
    const alike = digest === undefined ? `also return ${status}` : 'serve the same file';
    return holds(`All variants that respond ${alike}`, details);
  },
};

/** What a variant of the origin serves: the digest of its file, or the status if there is no file. */
function fileOf({ digest, status }: Pick<Answer, 'digest' | 'status'>): string | number | undefined {
  return digest ?? status;
}

function describe(answer: Answer, { robots }: Visit): string {
  const where = answer.finalUrl === answer.url ? '' : `, via ${answer.finalUrl}`;
  if (answer.status === undefined || answer.digest === undefined) return `${answerText(answer)}${where}`;
  return `${answer.digest === robots.digest ? 'the same file' : 'a different file'}${where}`;
}

function variantsOf(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin);
  if (port !== '' || isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || !hostname.includes('.')) return [];
  const otherHost = hostname.startsWith('www.') ? hostname.slice(4) : `www.${hostname}`;
  const otherScheme = protocol === 'https:' ? 'http:' : 'https:';
  // A host such as blog.example.com seldom has a "www." variant.
  const hasWww = hostname.startsWith('www.') || hostname.split('.').length === 2;
  return [`${otherScheme}//${hostname}`, ...(hasWww ? [`${protocol}//${otherHost}`] : [])];
}
