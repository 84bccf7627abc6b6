/**
 * Generates the questions. Their files are small files whose answer depends on one detail of a parser, generated files,
 * mutated vectors and, if `ROBOTS_CORPUS` names a corpus, mutated real files.
 */
import {
  arbitraryMutation,
  arbitraryQuestion,
  arbitraryTurning,
  bodyOf,
  corpusFolder,
  readCorpus,
  readVectors,
} from '@robots-exclusion/testkit';
import fc from 'fast-check';

/**
 * Yields `count` questions. The same seed gives the same questions. `isCorner` is set on questions that depend on
 * one detail of a parser.
 */
export function* questions(count, seed, { wantsUrls = false, wantsPaths = false, calledAs } = {}) {
  const sources = sourcesOfQuestions();
  for (const [index, { arbitrary, share, isCorner }] of sources.entries()) {
    const numRuns = Math.ceil(count * share);
    for (let from = 0; from < numRuns; from += BATCH) {
      const runs = Math.min(BATCH, numRuns - from);
      yield* fc
        .sample(arbitrary, { seed: seed + index * 7919 + from, numRuns: runs })
        .map((question) => ({ ...named(asAsked(question, wantsUrls, wantsPaths), calledAs), isCorner }));
    }
  }
}

const BATCH = 5_000;

/**
 * Converts a question to the form that programs receive, with one token without surrounding blanks, and with text
 * without lone surrogates.
 */
function asAsked({ body, tokens, target }, wantsUrls, wantsPaths) {
  const origin = (wantsUrls || wantsPaths) && target.startsWith('/') ? 'https://example.com' : '';
  const url = origin + target.toWellFormed();
  return { body, agent: tokens[0].toWellFormed().trim(), url: wantsPaths ? pathAndQuery(url) : url };
}

/** Path and query as the URL Standard parses those of an https URL; `/` for text that is not a URL with a path. */
function pathAndQuery(text) {
  if (!URL.canParse(text)) return '/';
  const { pathname, search } = new URL(text);
  if (!pathname.startsWith('/')) return '/';
  const { pathname: path, search: query } = new URL(`https://example.com${pathname}${search}`);
  return path + query;
}

/**
 * Adapts a question to a program with a fixed crawler name. If the name in the question is a word, the fixed name also
 * replaces it in the file.
 */
function named(question, calledAs) {
  if (calledAs === undefined) return question;
  const { agent, body, url } = question;
  if (!/^\w+$/.test(agent)) return { agent: calledAs, body, url };
  const text = Buffer.from(body).toString('latin1').replace(new RegExp(agent, 'gi'), calledAs);
  return { agent: calledAs, body: new Uint8Array(Buffer.from(text, 'latin1')), url };
}

function sourcesOfQuestions() {
  const seeds = [...readVectors('rfc9309'), ...readVectors('dialects')].flatMap(({ vectors }) =>
    vectors.map(bodyOf),
  );
  const vectors = seeds.filter((body) => body.length < 10_000);
  const folder = corpusFolder();
  const files = folder ? readCorpus(folder).map(({ body }) => body) : [];
  const shares = folder ? [0.75, 0.05, 0.1, 0.1] : [0.8, 0.1, 0.1];
  return [
    arbitraryTurning,
    arbitraryQuestion,
    arbitraryMutation(vectors),
    ...(folder ? [arbitraryMutation(files)] : []),
  ].map((arbitrary, index) => ({ arbitrary, share: shares[index], isCorner: index === 0 }));
}
