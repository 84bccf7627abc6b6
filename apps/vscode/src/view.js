/** In the view: a new text is a new element, which asks the same question. */
/* global acquireVsCodeApi */
let element = document.createElement('robots-ask');

addEventListener('message', ({ data }) => {
  const next = document.createElement('robots-ask');
  const [url, crawler] = element.shadowRoot?.querySelectorAll('input') ?? [];
  next.setAttribute('path', url?.value ?? '/');
  next.setAttribute('crawler', crawler?.value ?? '');
  next.textContent = String(data.text);
  element.replaceWith(next);
  element = next;
});

document.body.append(element);
// The page is ready: the text of the open file may come.
acquireVsCodeApi().postMessage('ready');
