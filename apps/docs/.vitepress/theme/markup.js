/** Corrections to the markup of VitePress's theme, for those who do not see the page. */

/** After each page is shown; what is right already stays. */
export function correctMarkup() {
  // The front page has no main landmark.
  document.querySelector('.VPHome')?.setAttribute('role', 'main');
  // The search button is named by the text on it, and by a title where there is no room for text.
  const search = document.querySelector('.DocSearch-Button');
  search?.removeAttribute('aria-label');
  search?.setAttribute('title', 'Search');
  // A heading of the menu is a button, and so is the arrow in it, which does the same.
  for (const arrow of document.querySelectorAll('.VPSidebarItem > .item[role="button"] > .caret')) {
    arrow.removeAttribute('role');
    arrow.removeAttribute('tabindex');
    arrow.removeAttribute('aria-label');
  }
}
