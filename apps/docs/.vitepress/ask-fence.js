/**
 * A fenced block `robots-ask agent=NAME url=PATH` becomes `<robots-ask>`: the robots.txt of the block, to be edited
 * and asked in the page. Elsewhere it is shown as code.
 */
export function askFence(md) {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const [language, ...words] = tokens[index].info.trim().split(/\s+/);
    if (language !== 'robots-ask') return fence(tokens, index, ...rest);
    const { agent = '*', url = '/' } = Object.fromEntries(words.map((word) => word.split(/=(.*)/s)));
    const { escapeHtml } = md.utils;
    return `<robots-ask v-pre agent="${escapeHtml(agent)}" url="${escapeHtml(url)}"><pre>${escapeHtml(tokens[index].content)}</pre></robots-ask>\n`;
  };
}
