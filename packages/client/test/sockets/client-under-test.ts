/** A client with all transports and short timeouts that trusts the certificate of the loopback servers. */
import {
  type ClientOptions,
  createClient,
  createFtpTransport,
  createGeminiTransport,
  createHttpTransport,
  type Decision,
} from '@robots-exclusion/client';
import { testCertificate } from '@robots-exclusion/testkit';
import * as basicFtp from 'basic-ftp';

/** The rules that every working server in these tests serves. {@link decide} returns their effect. */
export const RULES = 'User-agent: *\nDisallow: /secret/\n';

/** Short enough for a test to wait for, long enough for a handshake on a busy machine. */
const CONNECT_TIMEOUT_MS = 2_000;

export type TestOptions = Partial<ClientOptions>;

/** The client's verdicts for two pages: one that {@link RULES} disallow, and one that they allow. */
export interface Decided {
  secret: Decision;
  open: Decision;
}

/** Checks an origin with a new client. */
export async function decide(origin: string, options: TestOptions = {}): Promise<Decided> {
  const tls = { ca: testCertificate.cert };
  const client = createClient({
    userAgent: 'FooBot/1.0 (+https://example.com/bot)',
    transports: [
      createHttpTransport({ connectTimeoutMs: CONNECT_TIMEOUT_MS, tls }),
      createFtpTransport({ basicFtp, connectTimeoutMs: CONNECT_TIMEOUT_MS }),
      createGeminiTransport({ connectTimeoutMs: CONNECT_TIMEOUT_MS }),
    ],
    ...options,
  });
  try {
    const secret = await client.check(`${origin}/secret/page`);
    const open = await client.check(`${origin}/open/page`);
    return { secret, open };
  } finally {
    await client.close();
  }
}

/** For each outcome, the verdicts for the two pages, and the advice to the caller. */
export const MEANING = {
  rules: { secret: [false, 'skip'], open: [true, 'fetch'] },
  'no-rules': { secret: [true, 'fetch'], open: [true, 'fetch'] },
  unreachable: { secret: [false, 'defer'], open: [false, 'defer'] },
  refused: { secret: [false, 'skip'], open: [false, 'skip'] },
} as const;

/** The decisions in the form of {@link MEANING}, plus the outcome and the row. */
export function summary({ secret, open }: Decided): unknown {
  const short = ({ allowed, action }: Decision) => [allowed, action];
  return { outcome: open.outcome, row: open.policyRow, secret: short(secret), open: short(open) };
}
