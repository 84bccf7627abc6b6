/** Colors can be set from outside with the custom properties. */
export const styles = `
:host { display: block; color-scheme: light dark; font: 400 1rem/1.45 system-ui, sans-serif;
  --allowed: var(--robots-ask-allowed, light-dark(#0b6b57, #6fd6bb));
  --disallowed: var(--robots-ask-disallowed, light-dark(#a8330f, #ffab8a));
  --accent: var(--robots-ask-accent, light-dark(#1d5c94, #7db8ee)); }
:host([hidden]) { display: none; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; }
label { display: grid; flex: 1 1 12rem; font-size: .8125rem; gap: .2rem; }
input { font: inherit; font-size: 1rem; min-height: 2.75rem; padding: 0 .6rem; border: 1px solid light-dark(#848f9b, #6a7682); border-radius: 6px; background: Canvas; color: CanvasText; min-width: 0; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: 0 1.1rem; border: 0; border-radius: 6px; background: var(--accent); color: light-dark(#fff, #0b1a28); cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
p { margin: .75rem 0; font-size: 1.25rem; line-height: 1.35; overflow-wrap: anywhere; }
.allowed { color: var(--allowed); }
.disallowed { color: var(--disallowed); }
summary { cursor: pointer; min-height: 2.75rem; align-content: center; }
textarea { box-sizing: border-box; width: 100%; font: 400 .875rem/1.5 ui-monospace, monospace; padding: .6rem .75rem; resize: vertical; border: 1px solid light-dark(#848f9b, #6a7682); border-radius: 6px; background: Canvas; color: CanvasText; }
code { font: 400 .9em ui-monospace, monospace; }
`;
