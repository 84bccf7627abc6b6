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
import { DEFAULT_MAX_BYTES, parse, type RobotsDocument } from 'robots-exclusion';
import { readAskedUrl } from '../engine/question-text.ts';
import { answer, type Judged } from './answer.ts';
import { textOf } from './element-text.ts';
import { styles } from './styles.ts';

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
