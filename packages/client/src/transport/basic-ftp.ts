/** The parts of the package `basic-ftp` that the transport uses. The caller passes the package; it is not imported. */
import type { Socket } from 'node:net';

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
