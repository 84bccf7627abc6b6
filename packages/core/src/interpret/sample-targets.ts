/** Realistic paths that match a pattern, shortest first, without needless escapes. */
export function likelyTargetsFor(pattern: string): readonly string[] {
  const bare = pattern.replace(/\$$/, '');
  const filled = bare.includes('*') ? ['', 'x'].map((text) => bare.replaceAll('*', text)) : [bare];
  const longer = filled.map((path) => (path.includes('?') ? `${path}x` : `${path}?x=1`));
  const made = [...filled, ...longer, ...(pattern === bare ? [] : [`${filled[0]}x`]), ...filled.map(decoded)];
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
