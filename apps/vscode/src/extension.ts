/** The extension: starts its language server, and adds a view that shows a crawler's verdict for the open file. */
import { commands, type ExtensionContext, window, workspace } from 'vscode';
import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node.js';
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
  await startServer(context);
}

/**
 * Starts the language server. The setting has machine scope, so a workspace cannot choose the program that VS Code
 * starts.
 */
async function startServer(context: ExtensionContext): Promise<void> {
  const command = workspace.getConfiguration('robots').get<string>('command', '');
  const own = context.asAbsolutePath('server/server.js');
  const server: ServerOptions =
    command === ''
      ? { module: own, transport: TransportKind.stdio }
      : { command, args: ['lsp'], transport: TransportKind.stdio };
  client = new LanguageClient('robots', 'robots.txt', server, {
    documentSelector: [{ language: 'robotstxt' }],
  });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    void window.showWarningMessage(
      `The language server “${command === '' ? own : `${command} lsp`}” did not start (${(error as Error).message}). To use another one, change the setting robots.command.`,
    );
  }
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
