/**
 * A small FTP server (RFC 959, RFC 2428) for anonymous reading, in passive mode only. It can state a wrong address for
 * its data connection, send scripted replies to any command, and break off a transfer.
 */

import { createServer, type Socket } from 'node:net';
import { type LoopbackServer, listenOnLoopback } from './loopback.ts';

/** The files of the server, and how it misbehaves. */
export interface FtpScript {
  /** Files by path without the leading `/`. */
  files?: Record<string, string | Uint8Array>;
  /** The first line. {@default '220 Ready'} */
  greeting?: string;
  /** Scripted replies that replace the usual ones, by command in upper case. */
  replies?: Record<string, string>;
  /** Does not support EPSV, so clients fall back to PASV. */
  hasNoEpsv?: boolean;
  /** The address in PASV replies, instead of 127.0.0.1. */
  pasvHost?: string;
  /** The port in EPSV and PASV replies, instead of the real port. */
  dataPort?: number;
  /** Replaces the sending of a file. Called for each transfer, with the data connection and the control connection. */
  onTransfer?: (data: Socket, control: Socket) => void;
}

export interface FtpOrigin extends LoopbackServer {
  /** The origin of the server, `ftp://127.0.0.1:PORT`. */
  origin: string;
  /** Command lines as received. */
  commands: string[];
  /** Paths requested with RETR. */
  retrieved: string[];
}

export async function startFtpOrigin(script: FtpScript = {}): Promise<FtpOrigin> {
  const commands: string[] = [];
  const passive: LoopbackServer[] = [];
  const server = createServer((control) => {
    const session = openSession(control, script, passive);
    control.on('error', () => {});
    onLines(control, (line) => {
      commands.push(line);
      void session.run(line);
    });
    control.write(`${script.greeting ?? '220 Ready'}\r\n`);
  });
  const listening = await listenOnLoopback(server);
  return {
    ...listening,
    origin: `ftp://127.0.0.1:${listening.port}`,
    commands,
    get retrieved() {
      return commands.filter((line) => line.startsWith('RETR ')).map((line) => line.slice(5));
    },
    nextClose: () => Promise.race([listening, ...passive].map((one) => one.nextClose())),
    openConnections: () => [listening, ...passive].reduce((sum, one) => sum + one.openConnections(), 0),
    close: async () => {
      await Promise.all([listening, ...passive].map((one) => one.close()));
    },
  };
}

const PLAIN_REPLIES: Record<string, string> = {
  USER: '331 Any password',
  PASS: '230 Logged in',
  TYPE: '200 Done',
  STRU: '200 Done',
  OPTS: '200 Done',
  FEAT: '211 No features',
  QUIT: '221 Bye',
};

interface Session {
  run(line: string): Promise<void>;
}

function openSession(control: Socket, script: FtpScript, passive: LoopbackServer[]): Session {
  let data: Promise<Socket> | undefined;
  const openPassive = async (): Promise<number> => {
    const server = createServer();
    data = new Promise((resolve) => server.once('connection', resolve));
    const listening = await listenOnLoopback(server);
    passive.push(listening);
    return script.dataPort ?? listening.port;
  };
  const answer = async (command: string, path: string): Promise<string | undefined> => {
    const file = script.files?.[path];
    if (command in PLAIN_REPLIES) return PLAIN_REPLIES[command];
    if (command === 'EPSV' && !script.hasNoEpsv) {
      return `229 Entering extended passive mode (|||${await openPassive()}|)`;
    }
    if (command === 'PASV') return pasvReply(script.pasvHost ?? '127.0.0.1', await openPassive());
    if (command !== 'SIZE' && command !== 'RETR') return '502 Not implemented';
    if (file === undefined) return '550 No such file';
    if (command === 'SIZE') return `213 ${Buffer.from(file).length}`;
    if (data === undefined) return '425 No data connection';
    await transfer(file, data, control, script);
    return undefined;
  };
  return {
    run: async (line) => {
      const [, command = '', path = ''] = /^(\S*) ?(.*)$/.exec(line) ?? [];
      const reply = script.replies?.[command.toUpperCase()] ?? (await answer(command.toUpperCase(), path));
      if (reply !== undefined && control.writable) control.write(`${reply}\r\n`);
    },
  };
}

async function transfer(
  file: string | Uint8Array,
  data: Promise<Socket>,
  control: Socket,
  script: FtpScript,
): Promise<void> {
  control.write('150 Here it comes\r\n');
  const socket = await data;
  if (script.onTransfer) script.onTransfer(socket, control);
  else socket.end(file, () => control.writable && control.write('226 Done\r\n'));
}

function pasvReply(host: string, port: number): string {
  return `227 Entering passive mode (${host.replaceAll('.', ',')},${port >> 8},${port & 0xff})`;
}

function onLines(socket: Socket, use: (line: string) => void): void {
  let text = '';
  socket.on('data', (octets) => {
    const lines = (text + octets.toString('latin1')).split('\r\n');
    text = lines.pop() ?? '';
    lines.forEach(use);
  });
}
