/** VitePress's theme with the system's fonts; the workbench's `<robots-ask>` is loaded by pages that use it. */
import DefaultTheme from 'vitepress/theme-without-fonts';
import { correctMarkup } from './markup.js';
import { searchOptions } from './search.js';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ router, siteData }) {
    if (import.meta.env.SSR) return;
    // In the configuration, functions would become text that only eval turns back.
    siteData.value.themeConfig.search.options = { miniSearch: { searchOptions } };
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
