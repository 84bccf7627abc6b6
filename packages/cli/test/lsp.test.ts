import { once } from 'node:events';
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';
import { describe, expect, it } from 'vitest';
import { startRobots, temporaryFile } from './command.ts';
import {
  type LanguageClient,
  shareLanguageClient,
  startLanguageClient,
  uriOfTests as uri,
} from './language-client.ts';

const FILE = `User-agent: Googlebot
Disallow: /cart
Disallow: /cart/old

User-agent: *
Disallow: /private/
Allow: /private/open

Sitemap: https://example.com/sitemap.xml
`;

interface Place {
  line: number;
  character: number;
}
interface Edit {
  range: { start: Place; end: Place };
  newText: string;
}
interface Action {
  title: string;
  kind: string;
  isPreferred?: boolean;
  edit: {
    changes: Record<string, Edit[]>;
    documentChanges?: { textDocument: { uri: string; version: number }; edits: Edit[] }[];
  };
}

const at = (line: number, character = 0) => ({ textDocument: { uri }, position: { line, character } });

const hover = async (client: LanguageClient, line: number): Promise<string> => {
  const found = await client.request<{ contents: { value: string } } | null>('textDocument/hover', at(line));
  return found?.contents.value ?? '';
};

const actions = (client: LanguageClient, line: number, only?: string[]): Promise<Action[]> =>
  client.request('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: { line, character: 0 }, end: { line, character: 0 } },
    context: { diagnostics: [], ...(only && { only }) },
  });

/** Applies edits with UTF-16 positions, as an editor does. */
function edited(text: string, edits: readonly Edit[]): string {
  const lines = text.split(/(?<=\r\n|\r(?!\n)|\n)/);
  const offset = ({ line, character }: Place) =>
    lines.slice(0, line).reduce((sum, one) => sum + one.length, 0) + character;
  return [...edits]
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (result, { range, newText }) =>
        result.slice(0, offset(range.start)) + newText + result.slice(offset(range.end)),
      text,
    );
}

describe('robots lsp', () => {
  const languageClient = shareLanguageClient();

  it('ends when the editor is gone', async () => {
    const server = startRobots(['lsp']);
    server.stdin?.end();
    await once(server, 'close');
    expect(server.exitCode).toBe(1);
  });

  it('publishes findings, again after each change, none after closing; logs nothing, and ends with 0 when asked to', async () => {
    const client = await startLanguageClient();
    const first = await client.open('User-agent: *\nDisalow: /x\nDisallow: /y\n');
    expect(first.diagnostics).toMatchObject([
      {
        code: 'misspelt-record',
        severity: 1,
        range: { start: { line: 1, character: 0 }, end: { line: 1, character: 11 } },
      },
    ]);
    const range = { start: { line: 1, character: 4 }, end: { line: 1, character: 4 } };
    client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ range, text: 'l' }],
    });
    expect(await client.notification('textDocument/publishDiagnostics')).toEqual({
      uri,
      version: 2,
      diagnostics: [],
    });
    client.notify('textDocument/didClose', { textDocument: { uri } });
    expect(await client.notification('textDocument/publishDiagnostics')).toEqual({ uri, diagnostics: [] });
    expect([await client.end(), client.log()]).toEqual([0, '']);
  });

  it.each([
    ['two octets for one unit', 'User-agent: *\nDisallow: /é\nDisalow: /b # ä\n', 2, 0],
    ['four octets for two units', '# \u{1f916}\u{1f916}\nUser-agent: *\n  Disalow: /b\n', 2, 2],
    ['CRLF', '# é\r\nUser-agent: *\r\nDisalow: /b\r\n', 2, 0],
    ['CR alone', '# é\rUser-agent: *\rDisalow: /b\r', 2, 0],
    ['a byte order mark', '\ufeffUser-agent: *\nDisalow: /b\n', 1, 0],
    ['a lone surrogate', '# \ud800\nUser-agent: *\nDisalow: /b\n', 2, 0],
  ])('UTF-16 positions and octets agree: %s', async (_, text, line, character) => {
    const client = await languageClient();
    const { diagnostics } = await client.open(text);
    const found = diagnostics.find(({ code }) => code === 'misspelt-record');
    expect(found?.range).toEqual({
      start: { line, character },
      end: { line, character: character + 'Disalow: /b'.length },
    });
    const [fix] = await actions(client, line);
    expect(edited(text, fix?.edit.changes[uri] ?? [])).toBe(text.replace('Disalow', 'Disallow'));
  });

  it('marks what is meant behind characters of several octets in the same line', async () => {
    const client = await languageClient();
    const { diagnostics } = await client.open('User-agent: *\nDisallow: /é\u{1f916}$x\n');
    const found = diagnostics.find(({ code }) => code === 'raw-octets-in-pattern');
    expect(found?.range).toEqual({ start: { line: 1, character: 0 }, end: { line: 1, character: 16 } });
  });

  it('offers fixes, says which change verdicts, and silences a rule', async () => {
    const text = '\ufeffuser-agent: *\nDisallow: /a\nhttps://a.example/s.xml\nDisalow: /c\n';
    const client = await languageClient();
    await client.open(text);
    const [fix, silence] = await actions(client, 3);
    expect(fix).toMatchObject({
      title: 'Write "Disallow" (RFC 9309: any other crawler may no longer fetch /c)',
      kind: 'quickfix',
      isPreferred: false,
    });
    expect(edited(text, silence?.edit.changes[uri] ?? [])).toContain(
      '\n# robots-lint-disable-next-line misspelt-record\nDisalow: /c\n',
    );
    const all = await actions(client, 0, ['source.fixAll']);
    expect(all).toHaveLength(1);
    expect(edited(text, all[0]?.edit.changes[uri] ?? [])).toBe(
      // Without the byte order mark, protego reads the group, including the misspelled line.
      '\ufeffuser-agent: *\nDisallow: /a\nSitemap: https://a.example/s.xml\nDisalow: /c\n',
    );
  });

  it('fixes everything that is proven, in one edit, also where lines end in CR LF', async () => {
    const text =
      'User-agent: *\r\nDisallow: /\u{1f916}\r\nDisallow: /b*\r\nAllow: /b\r\nDisallow: /c\r\nDisallow: /c\r\n';
    const client = await languageClient();
    await client.open(text);
    const [all] = await actions(client, 0, ['source']);
    expect(all?.edit.changes[uri]).toHaveLength(1);
    expect(edited(text, all?.edit.changes[uri] ?? [])).toBe(
      'User-agent: *\r\nDisallow: /\u{1f916}\r\nDisallow: /b*\r\nDisallow: /c\r\n',
    );
    // A proof is slow, so it is offered only on explicit request.
    expect((await actions(client, 0)).map(({ kind }) => kind)).not.toContain('source.fixAll.robots');
    expect((await actions(client, 5))[0]).toMatchObject({ title: 'Remove this line', isPreferred: true });
  });

  it('says in a hover who reads a line otherwise, and why', async () => {
    const client = await languageClient();
    await client.open('User-agent: *\nDisallow: /*.pdf$\nDisallow: /private/\n');
    expect(await hover(client, 1)).toMatch(
      /\n\nRead differently by\n\n- python, [^\n]*wget[^\n]*: `FooBot` may fetch `\/\.pdf`\. There are no wildcards/,
    );
    expect(await hover(client, 2)).not.toContain('otherwise');
  });

  it('makes no fix unseen that could turn a verdict', async () => {
    const client = await languageClient();
    // Without the byte order mark, protego reads the group, including the misspelled line.
    await client.open('\ufeffUser-agent: *\nDisallow: /a\nDisalow: /c\n');
    expect(await actions(client, 0, ['source.fixAll'])).toEqual([]);
    expect((await actions(client, 0))[0]).toMatchObject({
      title: expect.stringMatching(/^Remove the byte order mark \(protego: /),
      isPreferred: false,
    });
  });

  it('shows in a hover what a line does, and for whom', async () => {
    const client = await languageClient();
    await client.open(FILE);
    expect(await hover(client, 0)).toMatch(
      /\*\*Googlebot\*\*, Google: search.*\n\nAlso applies.*Googlebot-Image/,
    );
    expect(await hover(client, 1)).toMatch(
      /^`Googlebot` may not fetch paths that begin with `\/cart`\.\n\nAlso applies to /,
    );
    expect(await hover(client, 4)).toMatch(
      /^Every crawler that no group names: \d+ of the \d+ known crawlers/,
    );
    expect(await hover(client, 6)).toMatch(/^Every crawler that is not named may fetch paths/);
    expect(await hover(client, 8)).toContain('sitemaps.org');
    expect(await hover(client, 7)).toBe('');
  });

  it('shows nothing of a file as Markdown', async () => {
    const client = await languageClient();
    await client.open('User-agent: <img>`![x](y)\nDisallow: /`[a](b)\u202e\n');
    const shown = (await hover(client, 0)) + (await hover(client, 1));
    expect(shown.replace(/`[^`]*`/g, '')).not.toMatch(/img|!\[|\]\(|\u202e/);
  });

  it('follows the capabilities of the editor: plain text, edits for one version, diagnostics on request', async () => {
    const client = await startLanguageClient(undefined, {
      textDocument: { hover: { contentFormat: ['plaintext'] }, diagnostic: {} },
      workspace: { workspaceEdit: { documentChanges: true } },
    });
    const text = 'User-agent: GPTBot\nDisalow: /a_b\nDisallow: /a*_`b\n';
    client.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: 'robotstxt', version: 7, text },
    });
    const report = await client.request<object>('textDocument/diagnostic', { textDocument: { uri } });
    const items = ['misspelt-record', 'raw-octets-in-pattern'].map((code) => ({ code }));
    expect(report).toMatchObject({ kind: 'full', items });
    const [action] = await actions(client, 1);
    const [change] = action?.edit.documentChanges ?? [];
    expect(change?.textDocument).toEqual({ uri, version: 7 });
    expect(edited(text, change?.edits ?? [])).toBe(text.replace('Disalow', 'Disallow'));
    for (const [line, shown] of [
      [0, 'GPTBot, OpenAI: training.'],
      [2, 'GPTBot may not fetch paths that begin with /a*_ˋb, where each * stands for any characters.'],
    ] as const) {
      const position = { line, character: 1 };
      const { contents } = await client.request<{ contents: { kind: string; value: string } }>(
        'textDocument/hover',
        { textDocument: { uri }, position },
      );
      expect([contents.kind, contents.value.slice(0, shown.length)]).toEqual(['plaintext', shown]);
    }
  });

  it('goes to the rule that decides', async () => {
    const client = await languageClient();
    await client.open('User-agent: *\nAllow: /a\nDisallow: /a\nDisallow: /b\nDisallow: /*.php\n');
    const target = (line: number) =>
      client.request<{ range: { start: Place } }>('textDocument/definition', at(line));
    expect((await target(2)).range.start).toEqual({ line: 1, character: 0 });
    expect((await target(3)).range.start).toEqual({ line: 3, character: 0 });
    const command = (...args: unknown[]) =>
      client.request('workspace/executeCommand', { command: 'robots.decide', arguments: args });
    expect(await command(uri, 'https://example.com/b/c', 'Googlebot-Image')).toMatchObject({
      verdict: { allowed: false, rule: { line: 4 } },
      location: { uri, range: { start: { line: 3 } } },
    });
    const disallowed = { verdict: { allowed: false, rule: { line: 5 } } };
    expect(await command(uri, '/x.php', 'FooBot')).toMatchObject(disallowed);
    expect(await command(uri, '/x.php', 'FooBot', 'python')).toMatchObject({ verdict: { allowed: true } });
    await expect(command(uri, '/', 'FooBot', 'no-dialect')).rejects.toThrow('no-dialect');
    await expect(command(uri, 'no url', 'FooBot')).rejects.toThrow('expected an absolute URL');
    await expect(command(uri, '/', 'registry:training')).rejects.toThrow('Expected at most 1 crawler, got');
    await expect(command(uri)).rejects.toThrow('expected three strings');
    await expect(command('file:///other', '/', 'FooBot')).rejects.toThrow('No document is open');
  });

  it('knows the crawlers of --registry wherever it speaks of one', async () => {
    const own = { token: 'GPTBott', fallbackTokens: ['FooBot'], purposes: ['training'], operator: 'Foo' };
    const profile = { ...own, source: 'https://foo.example/', asOf: '2026-11-29' };
    const registry = temporaryFile('registry.json', JSON.stringify([profile]));
    const client = await startLanguageClient({}, {}, ['--registry', registry]);
    const { diagnostics } = await client.open('User-agent: GPTBott\nDisallow: /x\n');
    expect(diagnostics).toEqual([]);
    expect(await hover(client, 0)).toContain('Foo: training');
    const items = await client.request<{ label: string }[]>('textDocument/completion', at(0, 12));
    expect(items.map(({ label }) => label)).toContain('GPTBott');
    const args = { command: 'robots.decide', arguments: [uri, '/x', 'GPTBott'] };
    expect(await client.request('workspace/executeCommand', args)).toMatchObject({
      crawler: { known: true },
    });
  });

  it('completes names of records, product tokens and values', async () => {
    const client = await languageClient();
    await client.open('User-agent: *\nDis\nUser-agent: GPT\nContent-Signal: \n# Dis\n');
    const items = (line: number, character: number) =>
      client.request<{ label: string; detail?: string; textEdit: Edit }[]>(
        'textDocument/completion',
        at(line, character),
      );
    const names = await items(1, 3);
    expect(names.find(({ label }) => label === 'Disallow')?.textEdit).toEqual({
      range: { start: { line: 1, character: 0 }, end: { line: 1, character: 3 } },
      newText: 'Disallow: ',
    });
    const gptBot = (await items(2, 15)).find(({ label }) => label === 'GPTBot');
    expect(gptBot).toMatchObject({
      detail: 'OpenAI: training',
      textEdit: { range: { start: { line: 2, character: 12 } } },
    });
    expect((await items(3, 16)).map(({ label }) => label)).toContain('search=yes, ai-train=no');
    expect(await items(4, 5)).toEqual([]);
  });

  it('formats, and leaves alone what is in form', async () => {
    const client = await languageClient();
    const format = () =>
      client.request<Edit[]>('textDocument/formatting', { textDocument: { uri }, options: {} });
    const text = 'user-agent:é\r\n\r\n\r\nDISALLOW :/a';
    await client.open(text);
    expect(edited(text, await format())).toBe('User-agent: é\r\n\r\nDisallow: /a\r\n');
    client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: FILE }],
    });
    expect(await format()).toEqual([]);
  });

  it('does not format where a verdict would change', async () => {
    const client = await languageClient();
    await client.open(`User-agent: *\nDisallow: /a\n${'\n'.repeat(DEFAULT_MAX_BYTES)}Disallow: /b\n`);
    const asked = client.request('textDocument/formatting', { textDocument: { uri }, options: {} });
    await expect(asked).rejects.toThrow('/b would change for *');
  });

  it('lists groups with their records, and what is in none', async () => {
    const client = await languageClient();
    await client.open(FILE);
    const symbols = await client.request('textDocument/documentSymbol', { textDocument: { uri } });
    expect(symbols).toMatchObject([
      {
        name: 'Googlebot',
        detail: '2 rules',
        children: [{ name: 'Disallow: /cart' }, { name: 'Disallow: /cart/old' }],
      },
      { name: '*', range: { start: { line: 4 }, end: { line: 6 } } },
      { name: 'Sitemap: https://example.com/sitemap.xml' },
    ]);
  });

  it('offers to silence a finding about a line, and none about the whole file', async () => {
    const client = await startLanguageClient({ profile: 'portable' });
    const { diagnostics } = await client.open('Disallow: /\nUser-agent: *\n');
    const whole = diagnostics.filter(({ message }) => message.includes('fails on this file'));
    expect(whole.length).toBeGreaterThan(0);
    const onFirstLine = diagnostics.filter(({ range }) => range.start.line === 0);
    const silencing = (await actions(client, 0)).filter(({ title }) => title.startsWith('Disable'));
    expect(silencing).toHaveLength(onFirstLine.length - whole.length);
    expect(silencing.length).toBeGreaterThan(0);
  });

  it('takes settings from the editor, and says what is wrong with them', async () => {
    const quiet = await startLanguageClient({ rules: { 'misspelt-record': 'off', 'missing-colon': 'info' } });
    expect(
      (await quiet.open('User-agent: *\nDisalow: /x\nDisallow /y\nDisallow: /z\n')).diagnostics,
    ).toMatchObject([{ code: 'missing-colon', severity: 3 }]);
    const wrong = await startLanguageClient({ profile: 7 });
    expect(await wrong.notification('window/showMessage')).toMatchObject({
      message: 'robots: initializationOptions: profile: expected a string, got number',
    });
    expect((await wrong.open('Disalow: /x\n')).diagnostics).not.toEqual([]);
  });
});
