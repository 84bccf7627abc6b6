/** Corrections to the markup of VitePress's theme, for those who do not see the page. */

/** After each page is shown; what is right already stays. */
export function correctMarkup() {
  // The front page has no main landmark.
  document.querySelector('.VPHome')?.setAttribute('role', 'main');
  // The name of the search button must hold the text that is shown on it.
  const search = document.querySelector('.DocSearch-Button');
  const text = search?.innerText.replace(/\s+/g, ' ').trim();
  if (text) search.setAttribute('aria-label', text);
  // A heading of the menu is a button, and so is the arrow in it, which does the same.
  for (const arrow of document.querySelectorAll('.VPSidebarItem > .item[role="button"] > .caret')) {
    arrow.removeAttribute('role');
    arrow.removeAttribute('tabindex');
    arrow.removeAttribute('aria-label');
  }
}
