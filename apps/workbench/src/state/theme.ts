/** Light, dark, or the system setting. */
import { readStored, writeStored } from '../storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export function currentTheme(): Theme {
  const stored = readStored('theme');
  return themes.find((theme) => theme === stored) ?? 'system';
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  writeStored('theme', theme);
}
