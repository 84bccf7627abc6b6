/** The part of the package `basic-ftp` that the transport uses: it is handed in, not imported. */
import type { Socket } from 'node:net';
import type { PassThrough } from 'node:stream';

/** What is used of basic-ftp 5 or 6: `import * as basicFtp from 'basic-ftp'`. */
export interface BasicFtp {
  /** A timeout of 0 is none. */
  Client: new (
    timeoutMs?: number,
  ) => BasicFtpClient;
}

/** A reply line of the server. */
export interface FtpReply {
  code: number;
  message: string;
}

/** What is used of basic-ftp's `Client`. */
export interface BasicFtpClient {
  readonly ftp: BasicFtpContext;
  prepareTransfer: (ftp: never) => Promise<FtpReply>;
  login(user: string, password: string): Promise<FtpReply>;
  send(command: string): Promise<FtpReply>;
  downloadTo(destination: PassThrough, path: string): Promise<FtpReply>;
  close(): void;
}

/** What is used of basic-ftp's `FTPContext`. */
export interface BasicFtpContext {
  socket: Socket;
  dataSocket: Socket | undefined;
  handle(
    command: string | undefined,
    use: (
      reply: Error | FtpReply,
      task: { resolve(reply: unknown): void; reject(error: Error): void },
    ) => void,
  ): Promise<unknown>;
}
