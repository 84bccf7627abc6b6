/**
 * VitePress's theme with the system's fonts. A page that contains a `<robots-ask>` element loads the workbench's script
 * for it.
 */
import DefaultTheme from 'vitepress/theme-without-fonts';
import { correctMarkup } from './markup.js';
import { searchOptions } from './search.js';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ router, siteData }) {
    if (import.meta.env.SSR) return;
    // Set here, because VitePress serializes functions in the configuration and would need eval to restore them.
    siteData.value.themeConfig.search.options = { detailedView: true, miniSearch: { searchOptions } };
    const load = () =>
      document.querySelector('robots-ask') && import('../../../../packages/server/workbench/robots-ask.js');
    const shown = () => {
      load();
      correctMarkup();
    };
    router.onAfterPageLoad = () => requestAnimationFrame(shown);
    addEventListener('load', shown);
  },
};
