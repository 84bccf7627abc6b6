/**
 * `<robots-ask>`: the ask bar alone, for documentation and other sites. One script tag, no network unless `src` names a
 * file, nothing of the page around it is touched.
 *
 *     <script type="module" src="robots-ask.js"></script>
 *     <robots-ask path="/blog/x" crawler="GPTBot">
 *     User-agent: *
 *     Disallow: /blog/
 *     </robots-ask>
 *
 * | Attribute | Means |
 * |---|---|
 * | `path` | the URL or path that is asked about first |
 * | `crawler` | the product token or User-Agent header that is asked about first; none: any other crawler |
 * | `src` | where the robots.txt is; its server must permit it (CORS). Without it the text between the tags is the file |
 */
import { compile, explain, parse, productTokens, type RobotsDocument } from 'robots-exclusion';
import { answerSentence } from './sentence.ts';
import { styles } from './styles.ts';

/** Octets of a file that is read: as many as crawlers read (RFC 9309 §2.5). */
const MAX_BYTES = 512_000;
const MAX_INPUT_LENGTH = 8192;

export class RobotsAsk extends HTMLElement {
  #document: RobotsDocument | undefined;
  #problem = '';
  readonly #url = input('URL or path', '/');
  readonly #crawler = input('Crawler', 'any other crawler');
  readonly #answer = document.createElement('p');
  readonly #file = document.createElement('pre');

  connectedCallback(): void {
    if (this.shadowRoot) return;
    this.#build();
    this.#url.field.value = this.getAttribute('path') ?? '/';
    this.#crawler.field.value = this.getAttribute('crawler') ?? '';
    void this.#load();
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
    const region = document.createElement('section');
    region.setAttribute('aria-label', 'Answer');
    region.setAttribute('aria-live', 'polite');
    region.append(this.#answer);
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = 'robots.txt';
    details.append(summary, this.#file);
    root.append(form, region, details);
  }

  async #load(): Promise<void> {
    const src = this.getAttribute('src');
    try {
      this.#read(src === null ? textOf(this.textContent ?? '') : await fetched(new URL(src, this.baseURI)));
    } catch (error) {
      this.#problem = `${src} cannot be read: ${(error as Error).message}`;
    }
    this.#ask();
  }

  #read(body: string | Uint8Array): void {
    this.#document = parse(body);
    this.#file.textContent = typeof body === 'string' ? body : new TextDecoder().decode(body);
  }

  #ask(): void {
    const typed = this.#url.field.value.trim();
    const target = /^[a-z][a-z0-9+.-]*:|^\//i.test(typed) ? typed : `/${typed}`;
    const tokens = tokensOf(this.#crawler.field.value.trim());
    if (!this.#document) this.#say(undefined, this.#problem);
    else if (tokens.length === 0)
      this.#say(undefined, 'This names no crawler: type a product token such as GPTBot.');
    else this.#judge(this.#document, tokens, target);
  }

  #judge(document: RobotsDocument, tokens: readonly string[], target: string): void {
    try {
      const verdict = explain(compile(document, tokens), target);
      const crawler = tokens[0] === '*' ? 'Any other crawler' : tokens.join(', ');
      this.#say(verdict.allowed, answerSentence(verdict, crawler, target));
    } catch (error) {
      this.#say(undefined, (error as Error).message);
    }
  }

  #say(isAllowed: boolean | undefined, text: string): void {
    this.#answer.className = isAllowed === undefined ? '' : isAllowed ? 'allowed' : 'disallowed';
    this.#answer.textContent = text;
  }
}

/** A header has a space, a slash or a parenthesis; a product token has none. */
function tokensOf(name: string): readonly string[] {
  if (name === '') return ['*'];
  return /[\s/(]/.test(name) ? productTokens(name) : [name];
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

/** Lines as they are indented in a page of HTML. */
function textOf(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

async function fetched(url: URL): Promise<Uint8Array> {
  const response = await fetch(url, { credentials: 'omit' });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer()).subarray(0, MAX_BYTES + 1);
}

if (!customElements.get('robots-ask')) customElements.define('robots-ask', RobotsAsk);
