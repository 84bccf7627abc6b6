/**
 * Allows scripts of workers only from the page's own folder. With the policy in `index.html`, a browser that supports
 * Trusted Types refuses every other conversion of text into script or markup.
 */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    const { href } = new URL(url, document.baseURI);
    if (href.startsWith(new URL('./', document.baseURI).href)) return href;
    throw new TypeError(`Cannot start a script from ${JSON.stringify(url)}: expected one of the page's own`);
  },
});
