/** The part of the package `basic-ftp` that the transport uses: the caller passes it, it is not imported. */
import type { Socket } from 'node:net';
import type { PassThrough } from 'node:stream';

/** The used part of basic-ftp 5 or 6: `import * as basicFtp from 'basic-ftp'`. */
export interface BasicFtp {
  /** 0 means no timeout. */
  Client: new (
    timeoutMs?: number,
  ) => BasicFtpClient;
}

/** A reply line of the server. */
export interface FtpReply {
  code: number;
  message: string;
}

/** The used part of basic-ftp's `Client`. */
export interface BasicFtpClient {
  readonly ftp: BasicFtpContext;
  prepareTransfer: (ftp: never) => Promise<FtpReply>;
  login(user: string, password: string): Promise<FtpReply>;
  send(command: string): Promise<FtpReply>;
  downloadTo(destination: PassThrough, path: string): Promise<FtpReply>;
  close(): void;
}

/** The used part of basic-ftp's `FTPContext`. */
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
