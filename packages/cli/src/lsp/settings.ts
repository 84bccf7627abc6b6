/** Reads settings of the linter from the editor, or else from `robotslint.json` in the open folder. */
import { fileURLToPath } from 'node:url';
import type { LintOptions } from 'robots-exclusion/lint';
import type { InitializeParams } from 'vscode-languageserver/node';
import { CommandError } from '../command-error.ts';
import { checkedSettings, lintSettings, readSettingsIn } from '../lint/settings.ts';

/** Settings, or the errors in them. If there are errors, the defaults apply. */
export interface ServerSettings {
  readonly options: LintOptions;
  readonly problem?: string;
}

export async function serverSettings(params: InitializeParams): Promise<ServerSettings> {
  try {
    return { options: await readSettings(params) };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { options: {}, problem: error.message };
  }
}

async function readSettings({
  initializationOptions,
  workspaceFolders,
  rootUri,
}: InitializeParams): Promise<LintOptions> {
  // Editors without settings send an empty object.
  if (Object.keys(initializationOptions ?? {}).length > 0)
    return lintSettings({}, checkedSettings('initializationOptions', initializationOptions));
  const uri = workspaceFolders?.[0]?.uri ?? rootUri ?? '';
  return uri.startsWith('file:') ? lintSettings({}, await readSettingsIn(fileURLToPath(uri))) : {};
}
