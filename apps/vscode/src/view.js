/** In the view: the text of the open file is the element's file, octet by octet. */
/* global acquireVsCodeApi */
const element = document.createElement('robots-ask');

addEventListener('message', ({ data }) => {
  element.file = String(data.text);
});

document.body.append(element);
// The page is ready: the text of the open file may come.
acquireVsCodeApi().postMessage('ready');
