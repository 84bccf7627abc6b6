/** The language server: LSP 3.17 over standard input and output. */

import type { Diagnostic } from 'robots-exclusion';
import type { LintOptions } from 'robots-exclusion/lint';
import {
  CodeActionKind,
  type Connection,
  createConnection,
  type InitializeResult,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { packageVersion } from '../package-version.ts';
import { completionsAt } from './completion.ts';
import { decide, decidingRule, locationOf, recordAt } from './decide.ts';
import { actionsOf, diagnosticsOf, FIX_ALL, findingsOf } from './diagnostics.ts';
import { hoverAt } from './hover.ts';
import { RobotsText } from './robots-text.ts';
import { type ServerSettings, serverSettings } from './settings.ts';
import { symbolsOf } from './symbols.ts';

/** Says which rule decides: arguments are the document's URI, a URL or path, and a product token. */
const DECIDE = 'robots.decide';

/** Milliseconds without typing before the file is linted. */
const LINT_DELAY_MS = 150;

/** A document as it is open, read and linted once for each version. */
interface Opened {
  readonly version: number;
  readonly text: RobotsText;
  readonly findings: readonly Diagnostic[];
}

/** Runs until the editor says `exit` or closes standard input; the process then ends. */
export function runServer(): Promise<never> {
  const connection = createConnection(process.stdin, process.stdout);
  const documents = new TextDocuments(TextDocument);
  const opened = new Map<string, Opened>();
  let settings: ServerSettings = { options: {} };

  connection.onInitialize(async (params) => {
    settings = await serverSettings(params);
    return capabilities();
  });
  connection.onInitialized(() => {
    if (settings.problem !== undefined) tell(connection, `robots: ${settings.problem}`);
  });

  /** @throws {ResponseError} If the editor has not opened it. */
  function open(uri: string): Opened {
    const source = documents.get(uri);
    if (!source) throw new ResponseError(LSPErrorCodes.RequestFailed, `No document is open at ${uri}`);
    const kept = opened.get(uri);
    if (kept?.version === source.version) return kept;
    const text = new RobotsText(source);
    const fresh = { version: source.version, text, findings: findingsOf(text, settings.options) };
    opened.set(uri, fresh);
    return fresh;
  }

  publishDiagnostics(connection, documents, open, (uri) => opened.delete(uri));
  answerRequests(connection, open, () => settings.options);
  documents.listen(connection);
  connection.listen();
  return new Promise(() => {});
}

/** As a notification: the call of the same name asks, and waits for an answer. */
function tell(connection: Connection, message: string): void {
  void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });
}

function capabilities(): InitializeResult {
  return {
    serverInfo: { name: 'robots', version: packageVersion() },
    capabilities: {
      textDocumentSync: TextDocumentSyncKind.Incremental,
      hoverProvider: true,
      completionProvider: { triggerCharacters: [':', ' '] },
      documentFormattingProvider: true,
      documentSymbolProvider: true,
      definitionProvider: true,
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
      executeCommandProvider: { commands: [DECIDE] },
    },
  };
}

function publishDiagnostics(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  open: (uri: string) => Opened,
  forget: (uri: string) => void,
): void {
  const timers = new Map<string, NodeJS.Timeout>();
  const publish = (uri: string): void => {
    const { version, text, findings } = open(uri);
    void connection.sendDiagnostics({ uri, version, diagnostics: diagnosticsOf(text, findings) });
  };
  documents.onDidChangeContent(({ document: { uri } }) => {
    clearTimeout(timers.get(uri));
    timers.set(
      uri,
      setTimeout(() => publish(uri), LINT_DELAY_MS),
    );
  });
  documents.onDidClose(({ document: { uri } }) => {
    clearTimeout(timers.get(uri));
    timers.delete(uri);
    forget(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
}

function answerRequests(
  connection: Connection,
  open: (uri: string) => Opened,
  options: () => LintOptions,
): void {
  connection.onHover(({ textDocument, position }) => hoverAt(open(textDocument.uri).text, position));
  connection.onCompletion(({ textDocument, position }) =>
    completionsAt(open(textDocument.uri).text, position),
  );
  connection.onDocumentFormatting(({ textDocument }) => open(textDocument.uri).text.formatting());
  connection.onDocumentSymbol(({ textDocument }) => symbolsOf(open(textDocument.uri).text));
  connection.onCodeAction(({ textDocument, range, context }) => {
    const { text, findings } = open(textDocument.uri);
    return actionsOf(text, findings, options(), { range, only: context.only });
  });
  connection.onDefinition(({ textDocument, position }) => {
    const { text } = open(textDocument.uri);
    const record = recordAt(text, position);
    const rule = record && decidingRule(text, record)?.rule;
    return rule ? locationOf(text, rule) : null;
  });
  connection.onExecuteCommand(({ command, arguments: [uri, url, token] = [] }) => {
    if (command !== DECIDE) throw new ResponseError(LSPErrorCodes.RequestFailed, `No command ${command}`);
    if (typeof uri !== 'string' || typeof url !== 'string' || typeof token !== 'string') {
      throw new ResponseError(
        LSPErrorCodes.RequestFailed,
        `${DECIDE}: expected three strings: the document's URI, a URL or path, and a product token`,
      );
    }
    try {
      return decide(open(uri).text, url, token);
    } catch (error) {
      throw error instanceof TypeError
        ? new ResponseError(LSPErrorCodes.RequestFailed, error.message)
        : error;
    }
  });
}
