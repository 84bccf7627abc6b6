/** Corrections to the markup of VitePress's theme, for users of screen readers. */

/** After each page is shown; correct markup is not changed. */
export function correctMarkup() {
  // The front page has no main landmark.
  document.querySelector('.VPHome')?.setAttribute('role', 'main');
  // The search button is named by its text, or by a title if there is no room for text.
  const search = document.querySelector('.DocSearch-Button');
  search?.removeAttribute('aria-label');
  search?.setAttribute('title', 'Search');
  // A heading of the menu is a button, and so is its arrow, which does the same.
  for (const arrow of document.querySelectorAll('.VPSidebarItem > .item[role="button"] > .caret')) {
    arrow.removeAttribute('role');
    arrow.removeAttribute('tabindex');
    arrow.removeAttribute('aria-label');
  }
}
