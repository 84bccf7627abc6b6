/** The script of the view. It passes the text of the open file to the element unchanged. */
/* global acquireVsCodeApi */
const element = document.createElement('robots-ask');

addEventListener('message', ({ data }) => {
  element.file = String(data.text);
});

document.body.append(element);
// Tells the extension that the page is ready for the file's text.
acquireVsCodeApi().postMessage('ready');
