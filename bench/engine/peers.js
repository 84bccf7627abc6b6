/** Wraps this library and its npm peers in one interface. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { compile, isAllowed, parse } from 'robots-exclusion';
import { installedOnDemand, requireOnDemand } from '../../scripts/on-demand.js';

const require = createRequire(import.meta.url);
const ORIGIN = 'https://www.example.com';
const ROBOTS = `${ORIGIN}/robots.txt`;
/** Peers read strings. Their times do not include decoding. */
const textOf = (body) => body.toString('utf8');
const OPTIONS = { maxBytes: 64 * 1024 * 1024 };

const ours = {
  name: 'robots-exclusion',
  parse: (body) => () => parse(body, OPTIONS),
  oneShot: (body, agent) => (url) => isAllowed(body, agent, url, OPTIONS),
  warm(body, agent) {
    const rules = compile(parse(body, OPTIONS), agent);
    // Forces the compilation of the rules, which the library otherwise does after a few verdicts.
    askedOften(rules);
    return (url) => rules.allows(url);
  },
};

/** The ninth query compiles the rules. */
function askedOften(rules) {
  for (let asked = 0; asked < 9; asked++) rules.allows('/');
}

/** Measurements without an equivalent in other libraries. */
export const own = {
  select: (body, agents) => {
    const document = parse(body, OPTIONS);
    let next = 0;
    return () => compile(document, agents[next++ % agents.length]).allows('/x');
  },
};

function robotsParser() {
  const read = require('robots-parser');
  return {
    name: `robots-parser ${require('robots-parser/package.json').version}`,
    parse: (body) => {
      const text = textOf(body);
      return () => read(ROBOTS, text);
    },
    oneShot: (body, agent) => {
      const text = textOf(body);
      return (url) => read(ROBOTS, text).isAllowed(url, agent);
    },
    warm: (body, agent) => {
      const robots = read(ROBOTS, textOf(body));
      return (url) => robots.isAllowed(url, agent);
    },
  };
}

/**
 * This peer takes a path, so unlike the others it does not parse URLs. It is imported, because `require` would load its
 * CommonJS build as an ES module.
 */
async function exclusion() {
  const folder = installedOnDemand('exclusion@0.2.0');
  const main = join(folder, 'node_modules/exclusion/dist/index.js');
  const { RobotsTxt } = await import(pathToFileURL(main).href);
  return {
    name: 'exclusion 0.2.0',
    backtracks: true,
    parse: (body) => {
      const text = textOf(body);
      return () => new RobotsTxt(text);
    },
    oneShot: (body, agent) => {
      const text = textOf(body);
      return (url) => new RobotsTxt(text).isPathAllowed(url.slice(ORIGIN.length), agent);
    },
    warm: (body, agent) => {
      const robots = new RobotsTxt(textOf(body));
      return (url) => robots.isPathAllowed(url.slice(ORIGIN.length), agent);
    },
  };
}

/** This peer's parser is asynchronous, so only questions after parsing are compared. It takes a path. */
function guard() {
  const makeGuard = requireOnDemand('robots-txt-guard@1.0.2');
  const read = requireOnDemand('robots-txt-parse@2.0.1');
  return {
    name: 'robots-txt-guard 1.0.2',
    backtracks: true,
    async warm(body, agent) {
      const robots = makeGuard(await read(Readable.from([body])));
      return (url) => robots.isAllowed(agent, url.slice(ORIGIN.length));
    },
  };
}

/** This library first, then the peers that can be installed on this machine. */
export async function implementations() {
  const found = [ours];
  for (const peer of [robotsParser, exclusion, guard]) {
    try {
      found.push(await peer());
    } catch (error) {
      console.error(`left out: ${peer.name} (${error.message.split('\n', 1)[0]})`);
    }
  }
  return found;
}
