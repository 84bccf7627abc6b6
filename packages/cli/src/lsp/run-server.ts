/** The language server: LSP 3.17 over standard input and output. */

import type { Pool } from '@robots-exclusion/client/pool';
import { type Failure, OperationError } from '@robots-exclusion/operations/errors';
import type { Finding } from '@robots-exclusion/operations/lint';
import { type AgentIndex, registryWith } from 'robots-exclusion/agents';
import type { LintOptions } from 'robots-exclusion/lint';
import {
  CodeActionKind,
  type Connection,
  createConnection,
  DocumentDiagnosticReportKind,
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
import { type ClientWishes, wishesOf } from './client.ts';
import { completionsAt } from './completion.ts';
import { type DecideAnswer, decide, decidingRule, locationOf, recordAt } from './decide.ts';
import { Desk, deskPool } from './desk.ts';
import { actionsOf, diagnosticsOf, FIX_ALL, versioned } from './diagnostics.ts';
import { Elsewhere } from './elsewhere.ts';
import { hoverAt } from './hover.ts';
import { RobotsText } from './robots-text.ts';
import { type ServerSettings, serverSettings } from './settings.ts';
import { symbolsOf } from './symbols.ts';
import { isLarge } from './text-size.ts';
import type { Answers } from './work.ts';

/**
 * The command that returns the deciding rule. Its arguments are the document's URI, a URL or path, a product token, and
 * optionally a dialect.
 */
const DECIDE = 'robots.decide';

/** Milliseconds without typing before a file is linted. Large files have a longer delay. */
const LINT_DELAY_MS = 150;
const LARGE_LINT_DELAY_MS = 400;

interface Opened {
  readonly version: number;
  readonly text: RobotsText;
  /**
   * Lints the text on the first call and returns the same findings afterwards; `undefined` if the text has changed in
   * the meantime.
   */
  findings(): Promise<readonly Finding[] | undefined>;
}

/**
 * Runs until the editor sends `exit` or closes standard input; then the process ends.
 *
 * @param own The registry of crawlers. Default: the crawlers that this project knows.
 */
export function runServer(own?: AgentIndex): Promise<never> {
  const connection = createConnection(process.stdin, process.stdout);
  const documents = new TextDocuments(TextDocument);
  const work = new Work();
  let settings: ServerSettings = { options: {} };
  let wishes = wishesOf({});
  const registry = own ?? registryWith([]);
  const lintOptions = (): LintOptions => ({ ...settings.options, ...(own && { registry: own }) });

  connection.onInitialize(async (params) => {
    settings = await serverSettings(params);
    wishes = wishesOf(params.capabilities);
    return capabilities(wishes);
  });
  connection.onInitialized(() => {
    if (settings.problem !== undefined) tell(connection, `robots: ${settings.problem}`);
    work.pool.warmUp(2);
  });

  const opened = new Map<string, Opened>();
  /** @throws {ResponseError} If the editor has not opened the document. */
  function open(uri: string): Opened {
    const source = documents.get(uri);
    if (!source) throw new ResponseError(LSPErrorCodes.RequestFailed, `No document is open at ${uri}`);
    const kept = opened.get(uri);
    if (kept?.version === source.version) return kept;
    const fresh = openedOf(source, work, lintOptions());
    opened.set(uri, fresh);
    return fresh;
  }

  const isPulled = (): boolean => wishes.pullsDiagnostics;
  publishDiagnostics(connection, documents, open, isPulled, (uri, isClosed) => {
    work.forget(uri);
    if (isClosed) opened.delete(uri);
  });
  answerRequests(connection, open, work, () => ({ options: lintOptions(), wishes, registry }));
  documents.listen(connection);
  connection.listen();
  return new Promise(() => {});
}

/** Slow work that runs outside the thread that answers the editor. */
class Work {
  readonly pool: Pool = deskPool();
  readonly linting = new Desk(this.pool, 'lint');
  readonly fixing = new Desk(this.pool, 'fix-all');
  readonly elsewhere = new Elsewhere(new Desk(this.pool, 'divergences'));

  /** Cancels pending requests for that text. */
  forget(uri: string): void {
    this.linting.drop(uri);
    this.fixing.drop(uri);
    this.elsewhere.forget(uri);
  }
}

function openedOf(source: TextDocument, { linting }: Work, options: LintOptions): Opened {
  let findings: Promise<readonly Finding[] | undefined> | undefined;
  return {
    version: source.version,
    text: new RobotsText(source),
    findings() {
      findings ??= linting
        .ask(source.uri, { kind: 'lint', text: source.getText(), options })
        .then((answer) => answer?.findings);
      return findings;
    },
  };
}

/** Shows a message as a notification, because a request would wait for a response. */
function tell(connection: Connection, message: string): void {
  void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });
}

function capabilities({ pullsDiagnostics }: ClientWishes): InitializeResult {
  return {
    serverInfo: { name: 'robots', version: packageVersion() },
    capabilities: {
      textDocumentSync: TextDocumentSyncKind.Incremental,
      hoverProvider: true,
      completionProvider: { triggerCharacters: [':', ' '] },
      documentFormattingProvider: true,
      documentSymbolProvider: true,
      definitionProvider: true,
      ...(pullsDiagnostics && {
        diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
      }),
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
      executeCommandProvider: { commands: [DECIDE] },
    },
  };
}

function publishDiagnostics(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  open: (uri: string) => Opened,
  isPulled: () => boolean,
  forget: (uri: string, isClosed: boolean) => void,
): void {
  const timers = new Map<string, NodeJS.Timeout>();
  const publish = async (uri: string): Promise<void> => {
    const { version, text, findings } = open(uri);
    const found = await findings();
    if (found === undefined || documents.get(uri)?.version !== version) return;
    await connection.sendDiagnostics({ uri, version, diagnostics: diagnosticsOf(text, found) });
  };
  documents.onDidChangeContent(({ document }) => {
    const { uri } = document;
    forget(uri, false);
    clearTimeout(timers.get(uri));
    if (isPulled()) return;
    timers.set(
      uri,
      setTimeout(() => void publish(uri), isLarge(document) ? LARGE_LINT_DELAY_MS : LINT_DELAY_MS),
    );
  });
  documents.onDidClose(({ document: { uri } }) => {
    clearTimeout(timers.get(uri));
    timers.delete(uri);
    forget(uri, true);
    if (!isPulled()) void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
}

const HAS_CHANGED = 'The text has changed';

function answerRequests(
  connection: Connection,
  open: (uri: string) => Opened,
  { fixing, elsewhere }: Work,
  session: () => { options: LintOptions; wishes: ClientWishes; registry: AgentIndex },
): void {
  connection.onHover(async ({ textDocument, position }) => {
    const { text } = open(textDocument.uri);
    const record = recordAt(text, position);
    const isRule = record?.kind === 'allow' || record?.kind === 'disallow';
    const readings = isRule ? await elsewhere.at(text, record.line) : [];
    const { wishes, registry } = session();
    return hoverAt(text, position, readings, { kind: wishes.hover, registry });
  });
  connection.onCompletion(({ textDocument, position }) =>
    completionsAt(open(textDocument.uri).text, position, session().registry),
  );
  connection.onDocumentFormatting(({ textDocument }) => open(textDocument.uri).text.formatting());
  connection.onDocumentSymbol(({ textDocument }) => symbolsOf(open(textDocument.uri).text));
  connection.languages.diagnostics.on(async ({ textDocument }) => {
    const { text, findings } = open(textDocument.uri);
    const found = await findings();
    if (found === undefined)
      throw new ResponseError(LSPErrorCodes.ServerCancelled, HAS_CHANGED, { retriggerRequest: true });
    return { kind: DocumentDiagnosticReportKind.Full, items: diagnosticsOf(text, found) };
  });
  connection.onCodeAction(async ({ textDocument: { uri }, range, context }) => {
    const { version, text, findings } = open(uri);
    const found = await findings();
    if (found === undefined) throw new ResponseError(LSPErrorCodes.ContentModified, HAS_CHANGED);
    const { options, wishes } = session();
    const question = { kind: 'fix-all', text: text.source.getText(), options } as const;
    const fixed = (): Promise<Answers['fix-all'] | undefined> => fixing.ask(uri, question);
    const actions = await actionsOf(text, found, fixed, { range, only: context.only });
    return wishes.versionsEdits ? actions.map((action) => versioned(action, version)) : actions;
  });
  connection.onDefinition(({ textDocument, position }) => {
    const { text } = open(textDocument.uri);
    const record = recordAt(text, position);
    const rule = record && decidingRule(text, record)?.rule;
    return rule ? locationOf(text, rule) : null;
  });
  connection.onExecuteCommand(({ command, arguments: args = [] }) => {
    const [uri, url, token, dialect] = args;
    if (command !== DECIDE) throw new ResponseError(LSPErrorCodes.RequestFailed, `No command ${command}`);
    if (typeof uri !== 'string' || args.length < 3 || args.some((arg) => typeof arg !== 'string')) {
      throw new ResponseError(
        LSPErrorCodes.RequestFailed,
        `${DECIDE}: expected three strings: the document's URI, a URL or path, and a product token; a fourth names a dialect`,
      );
    }
    return decided(open(uri).text, { url, agent: token, dialect, registry: session().registry });
  });
}

/** @throws {ResponseError} If an argument is not a valid URL, crawler or dialect. */
async function decided(text: RobotsText, asked: Parameters<typeof decide>[1]): Promise<DecideAnswer> {
  const answer = await decisionOr(() => decide(text, asked));
  if (!('error' in answer)) return answer;
  const { code, message } = answer.error;
  throw new ResponseError(LSPErrorCodes.RequestFailed, message, { code });
}

async function decisionOr<Answer>(ask: () => Promise<Answer>): Promise<Answer | Pick<Failure, 'error'>> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}
