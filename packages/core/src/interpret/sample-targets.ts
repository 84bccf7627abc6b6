/** Targets that try a pattern: what it matches, and what it matches only for some. */

/** Paths made from a pattern, each once, the shortest first. */
export function targetsFor(pattern: string): readonly string[] {
  const stem = pattern.startsWith('/') || pattern.startsWith('*') ? pattern : `/${pattern}`;
  const bare = stem.replace(/\$$/, '');
  const filled = ['', 'x', 'x/y'].map((text) => bare.replaceAll('*', text));
  const made = [
    ...filled,
    ...filled.map((path) => `${path}x`),
    `${bare.replaceAll('*', '')}?x=1`,
    bare,
    stem,
    bare.replace(/index\.html?.*$/, ''),
    decoded(bare),
    escaped(bare),
  ];
  const paths = made.map((path) => (path.startsWith('/') ? path : `/${path}`));
  return [...new Set(paths)].filter((path) => !path.startsWith('//')).sort((a, b) => a.length - b.length);
}

/** Paths that a client may well ask for and that a pattern speaks of, the shortest first: none is escaped without need. */
export function likelyTargetsFor(pattern: string): readonly string[] {
  const stem = pattern.startsWith('/') || pattern.startsWith('*') ? pattern : `/${pattern}`;
  const bare = stem.replace(/\$$/, '');
  const filled = bare.includes('*') ? ['', 'x'].map((text) => bare.replaceAll('*', text)) : [bare];
  const longer = filled.map((path) => (path.includes('?') ? `${path}x` : `${path}?x=1`));
  const made = [...filled, ...longer, ...(stem === bare ? [] : [`${filled[0]}x`]), ...filled.map(decoded)];
  const paths = made.map((path) => (path.startsWith('/') ? path : `/${path}`));
  return [...new Set(paths)].filter((path) => !/^\/\/|\$/.test(path)).sort((a, b) => a.length - b.length);
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The first letter after the slash escaped, which means the same to RFC 9309. */
function escaped(path: string): string {
  return path.replace(/[a-z]/i, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}
