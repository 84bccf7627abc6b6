/**
 * Generates the page that lists every crawler of the registry: its operator, its purpose, and the group that blocks it.
 */
import { agents, isDocumented } from 'robots-exclusion/agents';

const OBEYS = new Map([
  ['yes', 'says that it follows robots.txt.'],
  ['no', 'says that it does not follow robots.txt.'],
  ['user-triggered', 'says that it may ignore robots.txt, because a person requests each page.'],
]);

/** The page in Markdown, with one section per crawler, sorted by name. */
export function crawlersPage() {
  const sorted = [...agents].sort((a, b) => a.token.localeCompare(b.token, 'en'));
  return `# Known crawlers

${agents.length} crawlers by the name that a \`User-agent\` line gives them. For each: its operator, what the pages are for, and what
its operator or a third party says about robots.txt. A statement is not evidence: see [the registry](./agents.md) for where these facts
come from, and [audits](./audit.md) to check them against your logs.

${sorted.map(section).join('\n\n')}
`;
}

function section(agent) {
  const { token, title, operator, purposes, obeys, note, source, asOf } = agent;
  const name = title === token ? '' : ` ${escaped(title)},`;
  const says = OBEYS.get(obeys);
  const claim = says
    ? `${isDocumented(agent) ? 'Its operator' : 'A third party'} ${says}`
    : 'No statement by its operator about robots.txt is known.';
  const lines = [
    `-${name} operated by ${escaped(operator)}, for ${purposes.join(', ')}`,
    `- ${claim} ${groupsOf(agent)}`,
    ...(note === undefined ? [] : [`- ${escaped(note)}`]),
    `- Source: [${isDocumented(agent) ? 'its operator' : 'a third-party list'}](${source}), read on ${asOf}`,
  ];
  return `## ${escaped(token)}\n\n${lines.join('\n')}`;
}

/** Describes which groups apply to a crawler if no group names it. */
function groupsOf({ token, fallbackTokens, appliesStar }) {
  const others = [...fallbackTokens, ...(appliesStar ? ['*'] : [])].map((name) => `\`${name}\``);
  if (others.length === 0) return `Only a group that names \`${token}\` applies to it.`;
  return `Without a group for \`${token}\`, the group of ${others.join(', then ')} applies.`;
}

function escaped(text) {
  return text.replace(/[*#|<>[\]{}`_\\]/g, '\\$&');
}
