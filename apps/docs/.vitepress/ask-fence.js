/**
 * A fenced block `robots-ask crawler=NAME path=PATH` becomes the workbench's `<robots-ask>` about the robots.txt of the
 * block, which can be changed. Vue keeps line ends in `<pre>` only. Elsewhere the block is shown as code.
 */
export function askFence(md) {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const [language, ...words] = tokens[index].info.trim().split(/\s+/);
    if (language !== 'robots-ask') return fence(tokens, index, ...rest);
    const { crawler = '', path = '/' } = Object.fromEntries(words.map((word) => word.split(/=(.*)/s)));
    const { escapeHtml } = md.utils;
    return `<robots-ask v-pre editable crawler="${escapeHtml(crawler)}" path="${escapeHtml(path)}"><pre>${escapeHtml(tokens[index].content)}</pre></robots-ask>\n`;
  };
}
