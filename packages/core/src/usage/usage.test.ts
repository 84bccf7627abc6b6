import { describe, expect, it } from 'vitest';
import { parse } from '../parse/parse.ts';
import { fieldLines, fieldValue } from './header-fields.ts';
import {
  aiprefVocabulary,
  conventions,
  licenses,
  purposeToken,
  purposeTokens,
  type Use,
  usageDiagnostics,
  usagePreferences,
  usageReport,
} from './index.ts';
import { readLinks } from './link-header.ts';
import { USES } from './uses.ts';

const diagnosticsOf = (text: string) =>
  usageDiagnostics(parse(text)).map(({ code, line, column }) => `${code} ${line}:${column}`);

describe('diagnostics of records about use', () => {
  it.each([
    ['nothing to say', 'User-agent: *\nContent-Usage: /a train-ai=n, search=y\nContent-Signal: use=full', []],
    [
      'a fault in a statement',
      'User-agent: *\nContent-Usage: train-ai=n search=y',
      ['preference-syntax 2:27'],
    ],
    ['a fault behind a path', 'User-agent: *\n Content-Usage: /a  Train-AI=n', ['preference-syntax 2:21']],
    ['no ASCII', 'User-agent: *\nContent-Usage: train-ai=ý', ['preference-syntax 2:25']],
    ['a parameter', 'User-agent: *\nContent-Usage: train-ai=n;search=y', ['preference-as-parameter 2:16']],
    ['a value', 'User-agent: *\nContent-Usage: train-ai=no', ['preference-value 2:16']],
    ['a label', 'User-agent: *\nContent-Usage: ai-train=n', ['preference-label 2:16']],
    ['a path alone', 'User-agent: *\nContent-Usage: /a', ['content-usage-without-statement 2:16']],
    ['an empty value', 'User-agent: *\nContent-Usage:', ['content-usage-empty 2:15']],
    [
      'a path without a slash',
      'User-agent: *\nContent-Usage: *.pdf train-ai=n',
      ['content-usage-path 2:16', 'preference-syntax 2:22'],
    ],
    ['a control octet in a path', 'User-agent: *\nContent-Usage: /\u0007 train-ai=n', ['control-octet 2:16']],
    ['before every group', 'Content-Usage: train-ai=n', ['record-before-group 1:16']],
    [
      'a run that goes on',
      'User-agent: a\nContent-Usage: train-ai=n\nUser-agent: b\nAllow: /',
      ['content-usage-in-run 2:16'],
    ],
    [
      'signals',
      'User-agent: *\nContent-Signal: a=1,  search=maybe,',
      ['content-signal 2:17', 'content-signal 2:23', 'content-signal 2:36'],
    ],
    ['a signal before every group', 'Content-Signal: search=no', ['content-signal-before-group 1:17']],
    ['a license', 'License: license.xml\nLicense:', ['bad-license 1:10', 'bad-license 2:9']],
    ['an expired draft', 'User-agent: *\nDisallowAITraining: /', ['expired-draft 2:21']],
  ])('%s', (_, body, expected) => {
    expect(diagnosticsOf(body)).toEqual(expected);
  });

  it('are none for a run that Content-Usage ends', () => {
    const body = 'User-agent: a\nContent-Usage: train-ai=n\nUser-agent: b\nAllow: /';
    expect(usageDiagnostics(parse(body, { contentUsageIsRule: true }))).toEqual([]);
  });

  it('are at most sixteen for one record', () => {
    expect(diagnosticsOf(`User-agent: *\nContent-Signal: ${'a,'.repeat(100)}`)).toHaveLength(16);
  });
});

describe('usageReport', () => {
  const answer = (report: ReturnType<typeof usageReport>, use: Use) => report.uses[use];

  it('names line, header and convention, and keeps statements apart', () => {
    const document = parse(
      'User-agent: *\nContent-Usage: train-ai=y\nContent-Usage: search=y\n  Content-Signal: ai-train=no, use=reference\nAllow: /\n',
    );
    const report = usageReport(document, 'Foo', '/x', { headers: { 'content-usage': 'train-ai=n' } });
    expect(answer(report, 'ai-training')).toMatchObject({ preference: 'disallow', isConflict: true });
    expect(
      answer(report, 'ai-training').statements.map(({ convention, source }) => [convention, source]),
    ).toEqual([
      ['aipref', { kind: 'robots', line: 2, column: 1, text: 'Content-Usage: train-ai=y' }],
      ['aipref', { kind: 'header', name: 'content-usage', text: 'train-ai=n' }],
      [
        'content-signal',
        { kind: 'robots', line: 4, column: 3, text: 'Content-Signal: ai-train=no, use=reference' },
      ],
    ]);
    expect(answer(report, 'search')).toMatchObject({ preference: 'allow', isConflict: false });
    expect(answer(report, 'ai-input')).toEqual({ preference: 'unknown', isConflict: false, statements: [] });
    expect(report.contentUse).toBe('reference');
  });

  it('has no preference for what may not be fetched, and says why', () => {
    const report = usageReport(parse('User-agent: *\nDisallow: /\nContent-Usage: search=y\n'), 'Foo', '/x');
    expect(report.access).toMatchObject({ allowed: false, rule: { line: 2 } });
    expect(Object.values(report.uses).map(({ preference }) => preference)).toEqual(
      USES.map(() => 'not-applicable'),
    );
    expect(report.contentUse).toBe('not-applicable');
    expect(report.statements).toHaveLength(1);
  });

  it('shows a statement that does not parse, with the reason', () => {
    const [statement] = usageReport(parse('User-agent: *\nContent-Usage: a b\n'), 'Foo', '/x').statements;
    expect(statement).toMatchObject({ states: {}, says: {}, note: expect.stringContaining('RFC 9651') });
  });

  it('names the line of a purpose token, or that of its group', () => {
    const document = parse('User-agent: Googlebot\nAllow: /\n\nUser-agent: Google-Extended\nDisallow: /p\n');
    const lineOf = (target: string) =>
      usageReport(document, 'Googlebot', target).statements.map(
        ({ source }) => source.kind === 'robots' && source.line,
      );
    expect([lineOf('/p'), lineOf('/x')]).toEqual([[5], [4]]);
  });

  it('takes other purpose tokens and another vocabulary', () => {
    const own = {
      ...purposeTokens[0]!,
      token: 'NoTraining',
      crawlers: ['FooBot'],
      uses: ['ai-training'] as const,
    };
    const document = parse('User-agent: NoTraining\nDisallow: /\n');
    const report = usageReport(document, 'foobot', '/x', { purposeTokens: [own] });
    expect(answer(report, 'ai-training').preference).toBe('disallow');
    const vocabulary = {
      ...aiprefVocabulary,
      categories: [{ label: 'ai', title: 'AI', definition: 'Any.' }],
    };
    const statement = parse('User-agent: *\nContent-Usage: ai=n, train-ai=y\n');
    expect(usagePreferences(statement, 'Foo', '/x', { vocabulary })).toEqual({ ai: 'disallow' });
  });

  it.each<[string, ...string[]]>([
    ['', 'search'],
    ['*', 'search'],
    ['Foo Bar', 'search'],
    ['Foo/1', 'search'],
    ['é', 'search'],
    ['a'.repeat(101), 'search'],
    ['Foo', 'training'],
    ['Foo', '__proto__'],
    ['Foo'],
  ])('refuses the purpose token %j with the uses %j', (token, ...uses) => {
    expect(() => purposeToken(token, ...(uses as ['search']))).toThrow(RangeError);
  });

  it('reads a token that the caller brings for every crawler, and for itself', () => {
    const document = parse('User-agent: Foo-Training\nDisallow: /\n');
    for (const who of ['GPTBot', '*', 'foo-training']) {
      const given = [purposeToken('Foo-Training', 'ai-training')];
      const training = usageReport(document, who, '/a', { purposeTokens: given }).uses['ai-training'];
      expect([training.preference, training.decidedBy?.source]).toMatchObject(['disallow', { line: 2 }]);
    }
  });

  it('keeps licenses beside, deciding about no use', () => {
    const report = usageReport(parse('License: https://a.test/l.xml\n'), 'Foo', 'https://b.test/d/x', {
      headers: { link: '<l.xml>; rel=license; type="application/rsl+xml"' },
    });
    expect(report.licenses.map(({ url }) => url)).toEqual(['https://a.test/l.xml', 'https://b.test/d/l.xml']);
    expect(answer(report, 'ai-training').preference).toBe('unknown');
  });

  it('reads X-Robots-Tag line by line', () => {
    const readings = (value: string | string[]) =>
      answer(usageReport(parse(''), 'Foo', '/x', { headers: { 'x-robots-tag': value } }), 'search')
        .preference;
    expect(readings('bar: nofollow, noindex')).toBe('unknown');
    expect(readings(['bar: nofollow', 'noindex'])).toBe('disallow');
    expect(readings('Foo: nofollow, NoIndex')).toBe('disallow');
    expect(readings('unavailable_after: 25 Jun 2030 15:00:00 PST, noindex')).toBe('disallow');
    expect(readings('max-snippet: 0')).toBe('unknown');
  });
});

describe('conventions', () => {
  it('have words for known uses only', () => {
    for (const { uses } of conventions.values()) {
      for (const use of uses.values()) expect(USES).toContain(use);
    }
    for (const { label } of aiprefVocabulary.categories)
      expect(conventions.get('aipref')?.uses.has(label)).toBe(true);
  });
});

describe('header fields', () => {
  it.each([
    ['a record', { 'x-a': '1', 'x-b': '2' }],
    ['a record with a list', { 'x-a': ['1'], 'X-B': undefined }],
    ['a map', new Map([['x-a', '1']])],
    ['a Headers', new Headers([['X-A', '1']])],
  ])('from %s', (_, headers) => {
    expect(fieldValue(headers, 'x-a')).toBe('1');
    expect(fieldValue(headers, 'x-c')).toBeUndefined();
  });

  it('of an object’s prototype are none', () => {
    expect(fieldLines({}, 'constructor')).toEqual([]);
  });
});

describe('RFC 8288 §3: Link', () => {
  it.each([
    ['', []],
    ['<a>', ['a']],
    ['<a>;rel=x,<b>', ['a', 'b']],
    ['<a,b>; title="<c>, \\"d\\"", , <e>', ['a,b', 'e']],
    ['a, <b', []],
    ['x <a>, <b>', ['b']],
  ])('%s', (value, targets) => {
    expect(readLinks(value).map(({ target }) => target)).toEqual(targets);
  });

  it('takes the first of two parameters of one name', () => {
    expect(readLinks('<a>; REL = "x y" ; rel=z')[0]?.parameters.get('rel')).toBe('x y');
  });

  it('finds a license among other links', () => {
    const headers = new Headers();
    headers.append('link', '</s.css>; rel=preload');
    headers.append('link', '<https://a.test/l>; rel=license; type=application/rsl+xml');
    expect(licenses(parse(''), { headers }).map(({ url }) => url)).toEqual(['https://a.test/l']);
  });
});
