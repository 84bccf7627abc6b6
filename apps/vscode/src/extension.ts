/** The extension: `robots lsp` as the language server, and a view that answers one question about the open file. */
import { commands, type ExtensionContext, window, workspace } from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node.js';
import { AskView } from './ask-view.ts';

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const view = new AskView(context.extensionUri);
  context.subscriptions.push(
    window.registerWebviewViewProvider(AskView.id, view),
    commands.registerCommand('robots.ask', () => commands.executeCommand(`${AskView.id}.focus`)),
    window.onDidChangeActiveTextEditor(() => view.show(window.activeTextEditor?.document)),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document === window.activeTextEditor?.document) view.show(document);
    }),
  );
  view.show(window.activeTextEditor?.document);
  await startServer();
}

/** Without a workspace that is trusted, VS Code hands out the setting of the machine only. */
async function startServer(): Promise<void> {
  const command = workspace.getConfiguration('robots').get<string>('command', 'robots');
  client = new LanguageClient(
    'robots',
    'robots.txt',
    { command, args: ['lsp'], transport: TransportKind.stdio },
    { documentSelector: [{ language: 'robotstxt' }] },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    void window.showWarningMessage(
      `The language server “${command} lsp” did not start (${(error as Error).message}). Install it with “npm install --global @robots-exclusion/cli”, or name it in the setting robots.command.`,
    );
  }
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
