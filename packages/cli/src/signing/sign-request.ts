/** Signs one request, answers `Accept-Signature` (RFC 9421 §5), and sends it. */
import { type AskedSignature, readAcceptSignature } from '@robots-exclusion/audit/node';
import { type SignatureHeaders, type WebBotAuthOptions, webBotAuth } from '@robots-exclusion/client';
import { CommandError } from '../command-error.ts';
import { jsonFile } from '../input/json-file.ts';
import { type Encoded, json } from '../output/encoded.ts';
import { packageVersion } from '../package-version.ts';

/** A request to sign, as the command's options describe it. */
export interface SigningRequest {
  readonly url: string;
  readonly key: string;
  readonly keySetUrl: string;
  readonly method: string;
  readonly header: readonly string[];
  readonly component?: readonly string[];
  readonly seconds?: number;
  readonly label?: string;
  readonly acceptSignature?: string;
  readonly format: 'text' | 'json' | 'curl';
}

/** What a server wants signed. */
type Wanted = Pick<WebBotAuthOptions, 'components' | 'label' | 'nonce'>;

/**
 * The fields that sign the request.
 *
 * @throws {CommandError} If the request cannot be signed, or cannot be signed as the server asks.
 */
export async function signedFields(request: SigningRequest): Promise<SignatureHeaders> {
  const { url, key, keySetUrl, method, component, seconds, label, acceptSignature } = request;
  if (!URL.canParse(url) || !/^https?:/i.test(url))
    throw new CommandError(`Cannot sign ${JSON.stringify(url)}: expected a URL of http or https`);
  const wanted = acceptSignature === undefined ? {} : wantedBy(acceptSignature);
  const options = {
    ...{ key: (await jsonFile(key)) as WebBotAuthOptions['key'], keySetUrl },
    ...(component && { components: component }),
    ...(label !== undefined && { label }),
    ...(seconds !== undefined && { seconds }),
    ...wanted,
  };
  try {
    return webBotAuth(options)({ method, url, headers: fieldsOf(request) });
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(error.message);
    throw error;
  }
}

function fieldsOf({ header }: SigningRequest): Record<string, string> {
  const named = header.map((line) => {
    const colon = line.indexOf(':');
    if (colon > 0) return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    throw new CommandError(`Cannot read --header ${JSON.stringify(line)}: expected "Name: value"`);
  });
  return { 'user-agent': `robots-exclusion/${packageVersion()}`, ...Object.fromEntries(named) };
}

/** The first signature for Web Bot Auth, or without a tag, that a field asks for. */
function wantedBy(field: string): Wanted {
  const asked = readAcceptSignature(field)?.find(({ tag = 'web-bot-auth' }) => tag === 'web-bot-auth');
  if (!asked)
    throw new CommandError(
      `Cannot answer Accept-Signature: ${JSON.stringify(field)} asks for no signature with the tag "web-bot-auth"`,
    );
  const { label, components, nonce } = asked;
  const names = components.flatMap(nameOf);
  const isBound = names.includes('@authority') || names.includes('@target-uri');
  // The profile wants one of them, whatever the server asks for.
  const wanted = isBound ? names : ['@authority', ...names];
  return { label, components: wanted, ...(nonce !== undefined && { nonce }) };
}

/** The signer's own member of `Signature-Agent` is always covered, so it is left out here. */
function nameOf({ name, hasParameters }: AskedSignature['components'][number]): string[] {
  if (name === 'signature-agent') return [];
  if (!hasParameters) return [name];
  throw new CommandError(
    `Cannot answer Accept-Signature: the component ${JSON.stringify(name)} has parameters, which are not supported`,
  );
}

const NAMES = ['signature-agent', 'signature-input', 'signature'] as const;
const SHOWN = {
  'signature-agent': 'Signature-Agent',
  'signature-input': 'Signature-Input',
  signature: 'Signature',
};

/** The fields as lines, as JSON, or as a command. */
export function signedText(fields: SignatureHeaders, request: SigningRequest): readonly string[] | Encoded {
  const lines = NAMES.map((name) => `${SHOWN[name]}: ${fields[name]}`);
  if (request.format === 'text') return lines;
  if (request.format === 'json')
    return json(Object.fromEntries(NAMES.map((name) => [SHOWN[name], fields[name]])));
  const own = Object.entries(fieldsOf(request)).map(([name, value]) => `${name}: ${value}`);
  const options = [...own, ...lines].map((line) => `-H ${quoted(line)}`);
  return [`curl -X ${quoted(request.method)} ${options.join(' ')} ${quoted(request.url)}`];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What came back; without a status if nothing did. */
export interface Sent {
  readonly status?: number;
  readonly lines: readonly string[];
}

/** Sends the signed request, and once more if the server asks for another signature. Redirects are not followed. */
export async function sendSigned(request: SigningRequest): Promise<Sent> {
  const first = await sendOnce(request);
  const asks = first.asks;
  const isAsked =
    asks && request.acceptSignature === undefined && [403, 429].includes(first.sent.status ?? 0);
  if (!isAsked) return first.sent;
  const second = await sendOnce({ ...request, acceptSignature: asks });
  const lines = [
    ...first.sent.lines,
    `signed again, as Accept-Signature asks: ${asks}`,
    ...second.sent.lines,
  ];
  return { ...second.sent, lines };
}

const TIMEOUT_MS = 30_000;

/** Sends the signed request. `asks` is the value of Accept-Signature in the response. */
async function sendOnce(request: SigningRequest): Promise<{ sent: Sent; asks?: string | undefined }> {
  const { method } = request;
  const { href: url } = new URL(request.url);
  const headers = { ...fieldsOf(request), ...(await signedFields(request)) };
  const { httpTransport } = await import('../network/open-client.ts');
  try {
    const {
      status,
      headers: received,
      body,
    } = await httpTransport().send({
      ...{ url, method, headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      maxBytes: 0,
      addressPolicy: { allow: 'any' },
    });
    if (!(body instanceof Uint8Array)) await body[Symbol.asyncIterator]().return?.();
    const sent = { status, lines: [`${status} ${request.url}`] };
    return { sent, asks: received['accept-signature'] };
  } catch (error) {
    return { sent: { lines: [`no answer from ${request.url}: ${(error as Error).message}`] } };
  }
}
