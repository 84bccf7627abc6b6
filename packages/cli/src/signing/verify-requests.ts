/** Verifies signed requests: which draft, whose key, and why not. */
import { keySetUrl } from '@robots-exclusion/audit';
import {
  type CheckedSignature,
  checkSignatures,
  readSignatureKeys,
  signaturesOf,
  whyNotWebBotAuth,
} from '@robots-exclusion/audit/node';
import { type AgentIndex, agents } from 'robots-exclusion/agents';
import { withoutSecrets } from 'robots-exclusion/print';
import { keySetFiles } from '../audit/evidence.ts';
import { fetchKeySets } from '../audit/fetch-keys.ts';
import { ExitCode } from '../exit-codes.ts';
import type { ReadRequest } from './read-requests.ts';

/** What a signature shows. `unverified`: not enough is known to decide. */
export type SignatureOutcome = 'verified' | 'invalid' | 'unverified';

export interface VerifiedSignature {
  readonly label: string;
  readonly outcome: SignatureOutcome;
  /** The URL of the key set whose key verified or did not verify the signature, or that it names. */
  readonly keySet?: string;
  readonly keyid?: string;
  /** `01` and `00` of draft-ietf-webbotauth-httpsig-protocol, or `earlier`. */
  readonly draft?: string;
  readonly crawlers?: readonly string[];
  readonly why?: string;
  /** Departures from -01. */
  readonly departures: readonly string[];
}

/** One request, as JSON. Its outcome is that of its best signature. */
export interface VerifiedRequest {
  readonly where: string;
  readonly method: string;
  readonly host: string | null;
  readonly path: string;
  readonly outcome: SignatureOutcome;
  readonly why?: string;
  readonly signatures: readonly VerifiedSignature[];
}

export interface KeySources {
  /** Files, named as for `--signature-keys`. */
  readonly files?: readonly string[];
  /** Whether key sets that the requests name are fetched if no file has them. */
  readonly network: boolean;
  /** Whether key sets may be at addresses that are not public. */
  readonly allowPrivate: boolean;
  readonly registry: AgentIndex | undefined;
}

/** Verifies each request with the keys of the key sets that it names. */
export async function verifyRequests(
  requests: readonly ReadRequest[],
  { files = [], network, allowPrivate, registry }: KeySources,
  signal: AbortSignal,
): Promise<VerifiedRequest[]> {
  const given = await keySetFiles(files);
  const known = new Set(Object.keys(given).map(keySetUrl));
  const named = requests.flatMap((request) =>
    signaturesOf(request).flatMap((signed) =>
      'why' in signed.keySet || whyNotWebBotAuth(signed) !== undefined ? [] : [signed.keySet],
    ),
  );
  const wanted = named.flatMap(({ url, location }) =>
    location === undefined || known.has(url) ? [] : [location],
  );
  const fetched = network
    ? await fetchKeySets(wanted.slice(0, MOST_KEY_SETS), signal, {
        allow: allowPrivate ? 'any' : 'public-only',
      })
    : {};
  const keys = readSignatureKeys({ ...fetched, ...given });
  return requests.map((request) => verified(request, checkSignatures(request, keys), registry));
}

/** The requests of a log may name as many URLs as their senders like. */
const MOST_KEY_SETS = 100;

function verified(
  request: ReadRequest,
  checks: readonly CheckedSignature[],
  registry: AgentIndex | undefined,
): VerifiedRequest {
  const signatures = checks.map((checked) => signatureFacts(checked, registry));
  const outcomes = new Set(signatures.map(({ outcome }) => outcome));
  const outcome = (['verified', 'unverified', 'invalid'] as const).find((one) => outcomes.has(one));
  const { where, method, host = null, url } = request;
  return {
    ...{ where, method, host, path: withoutSecrets(url) },
    outcome: outcome ?? 'unverified',
    ...(outcome === undefined && { why: whyUnsigned(request) }),
    signatures,
  };
}

function signatureFacts(
  { signed, check, departures }: CheckedSignature,
  registry: AgentIndex | undefined,
): VerifiedSignature {
  const { label, keyid, keySet } = signed;
  const named = 'why' in keySet ? undefined : keySet;
  const url = check.outcome === 'untried' ? named?.url : check.by;
  const outcome = ({ proven: 'verified', failed: 'invalid', untried: 'unverified' } as const)[check.outcome];
  return {
    label,
    outcome,
    ...(url !== undefined && { keySet: url }),
    ...(keyid !== undefined && { keyid: withoutSecrets(keyid) }),
    ...(named && { draft: named.draft }),
    ...(outcome === 'verified' && url !== undefined && { crawlers: signersAt(url, registry) }),
    ...('why' in check && { why: check.why }),
    departures,
  };
}

function signersAt(url: string, registry: AgentIndex | undefined): string[] {
  return (registry?.agents ?? agents).flatMap(({ token, verification }) =>
    verification.some((way) => way.kind === 'signature' && keySetUrl(way.signatureAgent) === url)
      ? [token]
      : [],
  );
}

function whyUnsigned(request: ReadRequest): string {
  if (!request.signature) return 'the request has no Signature and Signature-Input';
  const [why] = signaturesOf(request).map(whyNotWebBotAuth);
  return why ?? 'its Signature and Signature-Input are not valid structured fields with the same label';
}

/** 0 if every request is verified; 1 if one is invalid; 3 if one is unverified. */
export function verifyExit(requests: readonly VerifiedRequest[]): ExitCode {
  if (requests.some(({ outcome }) => outcome === 'invalid')) return ExitCode.disallowed;
  return requests.every(({ outcome }) => outcome === 'verified') ? ExitCode.allowed : ExitCode.undetermined;
}

export function verifyText(requests: readonly VerifiedRequest[]): string[] {
  return requests.flatMap((request) => [
    `${request.where}: ${request.method} ${request.host ?? ''}${request.path}`,
    ...(request.why === undefined ? [] : [`  unverified: ${request.why}`]),
    ...request.signatures.flatMap(signatureLines),
  ]);
}

function signatureLines({
  label,
  outcome,
  keySet,
  keyid,
  draft,
  crawlers,
  why,
  departures,
}: VerifiedSignature) {
  const by = why ?? `${keySet} signed it with the key ${keyid}`;
  return [
    `  ${label}: ${outcome}: ${by}`,
    ...(why !== undefined && keySet !== undefined ? [`    key set: ${keySet}`] : []),
    ...(crawlers?.length ? [`    crawlers that sign so: ${crawlers.join(', ')}`] : []),
    ...(draft === undefined ? [] : [`    form: ${DRAFTS.get(draft)}`]),
    ...departures.map((departure) => `    departs from -01: ${departure}`),
  ];
}

const DRAFTS: ReadonlyMap<string, string> = new Map([
  ['01', 'draft-ietf-webbotauth-httpsig-protocol-01'],
  ['00', 'draft-ietf-webbotauth-httpsig-protocol-00'],
  ['earlier', 'a draft before draft-ietf-webbotauth-httpsig-protocol-00'],
]);
