/** Corrects the markup of VitePress's theme for users of screen readers. */

/** Runs each time a page is shown. Markup that is already correct stays as it is. */
export function correctMarkup() {
  // The front page has no main landmark.
  document.querySelector('.VPHome')?.setAttribute('role', 'main');
  // Names the search button by its visible text, or by its title if there is no room for text.
  const search = document.querySelector('.DocSearch-Button');
  search?.removeAttribute('aria-label');
  search?.setAttribute('title', 'Search');
  // In the menu, a heading and its arrow are two buttons with the same action, so the arrow's role is removed.
  for (const arrow of document.querySelectorAll('.VPSidebarItem > .item[role="button"] > .caret')) {
    arrow.removeAttribute('role');
    arrow.removeAttribute('tabindex');
    arrow.removeAttribute('aria-label');
  }
}
