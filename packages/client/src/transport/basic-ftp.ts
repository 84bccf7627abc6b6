/** The parts of the package `basic-ftp` that the transport uses. The caller passes the package; it is not imported. */
import type { Socket } from 'node:net';
import type { PassThrough } from 'node:stream';

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
  prepareTransfer: (ftp: never) => Promise<FtpReply>;
  login(user: string, password: string): Promise<FtpReply>;
  send(command: string): Promise<FtpReply>;
  downloadTo(destination: PassThrough, path: string): Promise<FtpReply>;
  close(): void;
}

/** The parts of basic-ftp's `FTPContext` that the transport uses. */
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
