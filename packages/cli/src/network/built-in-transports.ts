/** Transports for schemes other than HTTP, loaded when a URL first needs one. */
import {
  createFtpTransport,
  createGeminiTransport,
  type Transport,
  trustOnFirstUse,
} from '@robots-exclusion/client';

/** Transports for FTP, and for Gemini with trust on first use. */
export function otherTransports(): Transport[] {
  return [
    lazily('ftp', async () => createFtpTransport({ basicFtp: await import('basic-ftp') })),
    createGeminiTransport({ onCertificate: trustOnFirstUse() }),
  ];
}

function lazily(scheme: string, load: () => Promise<Transport>): Transport {
  let loading: Promise<Transport> | undefined;
  return {
    schemes: [scheme],
    enforcesAddressPolicy: true,
    async send(request) {
      loading ??= load();
      return (await loading).send(request);
    },
  };
}
