/**
 * Turns a fenced block `robots-ask crawler=NAME path=PATH` into the workbench's `<robots-ask>`, which lets the reader
 * edit the block's robots.txt. The file's text is wrapped in `<pre>`, because Vue keeps line ends in no other element.
 * Other Markdown viewers show the block as code.
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
