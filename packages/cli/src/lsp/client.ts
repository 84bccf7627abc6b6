/** The capabilities of an editor that change what the server sends. */
import { type ClientCapabilities, MarkupKind } from 'vscode-languageserver/node';

export interface ClientWishes {
  readonly hover: MarkupKind;
  /** Whether the editor accepts edits for one version of a document. */
  readonly versionsEdits: boolean;
  /** Whether the editor requests diagnostics. The server publishes none to such an editor. */
  readonly pullsDiagnostics: boolean;
}

/** The wishes of an editor. An editor that does not name the form of hovers gets Markdown. */
export function wishesOf({ textDocument, workspace }: ClientCapabilities): ClientWishes {
  const [hover = MarkupKind.Markdown] = textDocument?.hover?.contentFormat ?? [];
  return {
    hover,
    versionsEdits: workspace?.workspaceEdit?.documentChanges === true,
    pullsDiagnostics: textDocument?.diagnostic !== undefined,
  };
}
