/** A separate view that shows `<robots-ask>` for the open file. */
import { randomBytes } from 'node:crypto';
import { type TextDocument, Uri, type Webview, type WebviewView, type WebviewViewProvider } from 'vscode';

export class AskView implements WebviewViewProvider {
  static readonly id = 'robots.askView';
  readonly #folder: Uri;
  #webview: Webview | undefined;
  #text = '';

  constructor(folder: Uri) {
    this.#folder = folder;
  }

  resolveWebviewView({ webview, onDidDispose }: WebviewView): void {
    webview.options = { enableScripts: true, localResourceRoots: [this.#folder] };
    webview.html = page(webview, this.#folder);
    webview.onDidReceiveMessage(() => this.#send());
    onDidDispose(() => {
      this.#webview = undefined;
    });
    this.#webview = webview;
  }

  /** Shows a robots.txt. If the file is not a robots.txt, the view keeps showing the previous one. */
  show(document: TextDocument | undefined): void {
    if (document?.languageId !== 'robotstxt') return;
    this.#text = document.getText();
    this.#send();
  }

  #send(): void {
    void this.#webview?.postMessage({ text: this.#text });
  }
}

/** The view's HTML. The file's text is sent as a message, so it never becomes markup. */
function page(webview: Webview, folder: Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const source = (name: string): string => String(webview.asWebviewUri(Uri.joinPath(folder, name)));
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <title>robots.txt</title>
    <script type="module" nonce="${nonce}" src="${source('robots-ask.js')}"></script>
    <script type="module" nonce="${nonce}" src="${source('view.js')}"></script>
  </head>
  <body></body>
</html>`;
}
