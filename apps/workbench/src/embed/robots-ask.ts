/**
 * `<robots-ask>`: the ask bar as an element for documentation and other sites. It needs one script tag, uses no network
 * unless `src` names a file, and does not change the page around it.
 *
 *     <script type="module" src="robots-ask.js"></script>
 *     <robots-ask path="/blog/x" crawler="GPTBot">
 *     User-agent: *
 *     Disallow: /blog/
 *     </robots-ask>
 *
 * | Attribute | Means |
 * |---|---|
 * | `path` | the initial URL or path |
 * | `crawler` | the initial product token or User-Agent header; by default, any other crawler |
 * | `src` | the URL of the robots.txt; its server must permit this (CORS). By default, the text between the tags |
 * | `editable` | shows the file in an open editor |
 *
 * Scripts can set the property `file` to the robots.txt itself, as text or octets.
 */

import { verdictReason } from '@robots-exclusion/operations/reason';
import {
  compile,
  DEFAULT_MAX_BYTES,
  explain,
  parse,
  type RobotsDocument,
  type Verdict,
} from 'robots-exclusion';
import {
  type CrawlerNote,
  crawlerNote,
  findAgent,
  hasTokens,
  type ResolvedCrawler,
  resolveCrawler,
} from 'robots-exclusion/agents';
import { type Sentence, sentenceOf } from '../ask/answer-text.ts';
import { readAskedUrl } from '../engine/question-text.ts';
import { textOf } from './element-text.ts';

export { answer, parse };

const MAX_INPUT_LENGTH = 8192;

export class RobotsAsk extends HTMLElement {
  #document: RobotsDocument | undefined;
  #problem = '';
  readonly #url = input('URL or path', '/');
  readonly #crawler = input('Crawler', 'any other crawler');
  readonly #answer = document.createElement('section');
  readonly #file = document.createElement('textarea');

  connectedCallback(): void {
    if (this.shadowRoot) return;
    this.#build();
    this.#url.field.value = this.getAttribute('path') ?? '/';
    this.#crawler.field.value = this.getAttribute('crawler') ?? '';
    if (this.#document) this.#ask();
    else void this.#load();
  }

  /** Sets the robots.txt. No indentation is removed, so line numbers match the file. */
  set file(body: string | Uint8Array) {
    this.#read(body);
    if (this.shadowRoot) this.#ask();
  }

  #build(): void {
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    const form = document.createElement('form');
    const button = document.createElement('button');
    button.textContent = 'Ask';
    form.append(this.#url.label, this.#crawler.label, button);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#ask();
    });
    this.#answer.setAttribute('aria-label', 'Answer');
    this.#answer.setAttribute('aria-live', 'polite');
    root.append(form, this.#answer, this.#fileBox());
  }

  #fileBox(): HTMLDetailsElement {
    const isEditable = this.hasAttribute('editable');
    const details = document.createElement('details');
    details.open = isEditable;
    const summary = document.createElement('summary');
    summary.textContent = 'robots.txt';
    this.#file.readOnly = !isEditable;
    this.#file.spellcheck = false;
    this.#file.setAttribute('aria-label', 'robots.txt');
    this.#file.addEventListener('input', () => {
      this.#document = parse(this.#file.value);
      this.#ask();
    });
    details.append(summary, this.#file);
    return details;
  }

  async #load(): Promise<void> {
    const src = this.getAttribute('src');
    try {
      const body = src === null ? textOf(this.textContent ?? '') : await fetched(new URL(src, this.baseURI));
      // A script may have set a newer file in the meantime.
      if (!this.#document) this.#read(body);
    } catch (error) {
      this.#problem = `${src} cannot be read: ${(error as Error).message}`;
    }
    this.#ask();
  }

  #read(body: string | Uint8Array): void {
    this.#document = parse(body);
    this.#file.value = typeof body === 'string' ? body : new TextDecoder().decode(body);
    this.#file.rows = Math.min(20, this.#file.value.split('\n').length + 1);
  }

  #ask(): void {
    const asked = readAskedUrl(this.#url.field.value);
    if (!this.#document) this.#say('', this.#problem);
    else if (asked.kind === 'problem') this.#say('', asked.text);
    else this.#judge(this.#document, asked.kind === 'url' ? asked.url : asked.path);
  }

  #judge(file: RobotsDocument, target: string): void {
    const given = answer(file, this.#crawler.field.value, target);
    if ('problem' in given) this.#say('', given.problem);
    else this.#show(given);
  }

  #show({ sentence, crawler }: Judged): void {
    const { isAllowed, word, who, does, url, because, rule } = sentence;
    const ending = rule === undefined ? ['.'] : [', ', element('code', rule), '.'];
    this.#say(isAllowed ? 'allowed' : 'disallowed', `${word} ${who} ${does} ${url}: ${because}`, ...ending);
    if (crawler) this.#answer.append(element('small', `${crawler.note}.`));
  }

  #say(kind: '' | 'allowed' | 'disallowed', ...parts: (string | Node)[]): void {
    const sentence = element('p');
    sentence.className = kind;
    sentence.append(...parts);
    this.#answer.replaceChildren(sentence);
  }
}

function element(name: 'p' | 'code' | 'small', text = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function input(name: string, placeholder: string) {
  const label = document.createElement('label');
  const field = document.createElement('input');
  field.placeholder = placeholder;
  field.spellcheck = false;
  field.autocapitalize = 'off';
  field.maxLength = MAX_INPUT_LENGTH;
  label.append(name, field);
  return { label, field };
}

async function fetched(url: URL): Promise<Uint8Array> {
  const response = await fetch(url, { credentials: 'omit' });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer()).subarray(0, DEFAULT_MAX_BYTES + 1);
}

if (!customElements.get('robots-ask')) customElements.define('robots-ask', RobotsAsk);

/** The answer from the file. */
interface Judged {
  readonly verdict: Verdict;
  readonly sentence: Sentence;
  /** The registry's effect on the answer. */
  readonly crawler?: CrawlerNote;
}

type Answer = Judged | { readonly problem: string };

/**
 * @param crawler A product token, several product tokens separated by commas, or a User-Agent header. An empty text
 * stands for any other crawler.
 * @param target A URL or a path.
 */
function answer(document: RobotsDocument, crawler: string, target: string): Answer {
  const resolved = resolveCrawler(crawler.trim() || '*');
  if (!hasTokens(resolved)) {
    return { problem: 'This does not name a crawler. Type a product token such as GPTBot' };
  }
  try {
    const verdict = explain(compile(document, resolved.who), target);
    const [allowed, reason] = [verdict.allowed, verdictReason(verdict)];
    const note = crawlerNote(document, resolved);
    const sentence = sentenceOf({ allowed, reason }, namesOf(resolved), target);
    return { verdict, sentence, ...(note && { crawler: note }) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** The crawler's name for the sentence, and whether it fetches or only governs use. */
function namesOf({ tokens, known }: ResolvedCrawler): { title: string; fetches: boolean } {
  const title = known?.token ?? (tokens[0] === '*' ? 'Any other crawler' : tokens.join(', '));
  return { title, fetches: known === undefined || findAgent(known.token)?.fetches !== false };
}

/** Colors can be set from outside with the custom properties. */
const styles = `
:host { display: block; color-scheme: light dark; font: 400 1rem/1.45 system-ui, sans-serif;
  --allowed: var(--robots-ask-allowed, light-dark(#0b6b57, #6fd6bb));
  --disallowed: var(--robots-ask-disallowed, light-dark(#a8330f, #ffab8a));
  --accent: var(--robots-ask-accent, light-dark(#1d5c94, #7db8ee)); }
:host([hidden]) { display: none; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; }
label { display: grid; flex: 1 1 12rem; font-size: .8125rem; gap: .2rem; }
input { font: inherit; font-size: 1rem; min-height: 2.75rem; padding: 0 .6rem; border: 1px solid light-dark(#848f9b, #6a7682); border-radius: 6px; background: Canvas; color: CanvasText; min-width: 0; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0 1.1rem; border: 0; border-radius: 6px; background: var(--accent); color: light-dark(#fff, #0b1a28); cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
p { margin: .75rem 0; font-size: 1.25rem; line-height: 1.35; overflow-wrap: anywhere; }
.allowed { color: var(--allowed); }
.disallowed { color: var(--disallowed); }
summary { cursor: pointer; min-height: 2.75rem; align-content: center; }
textarea { box-sizing: border-box; width: 100%; font: 400 .875rem/1.5 ui-monospace, monospace; padding: .6rem .75rem; resize: vertical; border: 1px solid light-dark(#848f9b, #6a7682); border-radius: 6px; background: Canvas; color: CanvasText; }
code { font: 400 .9em ui-monospace, monospace; }
`;
