/**
 * The control connection of FTP (RFC 959 §5.4): one command at a time, each with its own reply. A reply is never taken
 * for the answer to another command.
 */

import type { Socket } from 'node:net';
import { transportError } from './transport.ts';

/** The command that a reply answers; the greeting answers none. */
export type FtpCommand = 'greeting' | 'USER' | 'PASS' | 'TYPE' | 'EPSV' | 'PASV' | 'RETR';

export interface FtpControl {
  greeting(): Promise<FtpReply>;
  /** Sends a command, and waits for the reply that ends it. Rejects with Node's `code` if the connection breaks. */
  ask(command: Exclude<FtpCommand, 'greeting'>, argument?: string): Promise<FtpReply>;
}

interface Waiting {
  command: FtpCommand;
  resolve(reply: FtpReply): void;
  reject(error: unknown): void;
}

/** Takes over a connected socket. */
export function openControl({ ftp }: BasicFtpClient, socket: Socket): FtpControl {
  let waiting: Waiting | undefined;
  let broken: unknown;
  ftp.socket = socket;
  const fail = (error: unknown): void => {
    broken ??= error;
    waiting?.reject(broken);
    waiting = undefined;
  };
  const take = (reply: FtpReply): void => {
    // Only a transfer has a reply before its last (RFC 959 §4.2).
    if (waiting?.command === 'RETR' && reply.code < 200) return;
    // An extra positive reply is a greeting in two parts. An extra negative reply ends the session, because the server
    // no longer answers the commands that were sent.
    if (waiting === undefined && reply.code >= 400) fail(unasked(reply));
    waiting?.resolve(reply);
    waiting = undefined;
  };
  // A single task for the whole session, because basic-ftp drops replies that arrive between two tasks.
  ftp
    .handle(undefined, (came) => {
      const { code, message } = came as { code?: unknown; message: string };
      if (typeof code === 'number') take({ code, message });
      else fail(came);
    })
    .catch(() => {});
  const next = (command: FtpCommand): Promise<FtpReply> =>
    new Promise((resolve, reject) => {
      if (broken === undefined) waiting = { command, resolve, reject };
      else reject(broken);
    });
  return {
    greeting: () => next('greeting'),
    ask(command, argument) {
      const reply = next(command);
      if (broken === undefined) ftp.send(argument === undefined ? command : `${command} ${argument}`);
      return reply;
    },
  };
}

function unasked({ message }: FtpReply): Error {
  return transportError(
    'ERR_ROBOTS_BAD_RESPONSE',
    `The FTP server sent a reply to no command: ${shown(message)}`,
  );
}

/** The beginning of a reply, on one line. */
export function shown(message: string): string {
  return message.slice(0, 120).replace(/[\x00-\x1f\x7f]+/g, ' ');
}

/** The parts of basic-ftp 5 or 6 that the transport uses: `import * as basicFtp from 'basic-ftp'`. */
export interface BasicFtp {
  /** A timeout of 0 means no timeout. */
  Client: new (
    timeoutMs?: number,
  ) => BasicFtpClient;
}

/** A reply line from the server. */
export interface FtpReply {
  code: number;
  message: string;
}

/** The parts of basic-ftp's `Client` that the transport uses. */
export interface BasicFtpClient {
  readonly ftp: BasicFtpContext;
  close(): void;
}

/** The parts of basic-ftp's `FTPContext` that the transport uses. */
export interface BasicFtpContext {
  socket: Socket;
  send(command: string): void;
  /** Calls `use` for each reply; replies of 400 and above are errors whose `code` is the number. */
  handle(command: string | undefined, use: (reply: Error | FtpReply) => void): Promise<unknown>;
}
