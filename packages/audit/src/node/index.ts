/**
 * The parts of an audit that need Node.js: logs and versions from files, versions from git, names from DNS.
 *
 * @module
 */

export { type AskedSignature, readAcceptSignature } from '../identity/accept-signature.ts';
export { signaturesOf } from '../identity/signature.ts';
export { type DnsResolver, systemResolver } from './dns-resolver.ts';
export { gitEnvironment } from './git-versions.ts';
export { logFile } from './log-file.ts';
export { lookUpNames, type NameLookUp } from './look-up-names.ts';
export { readVersions, VersionsError } from './read-versions.ts';
export {
  type CheckedSignature,
  checkSignatures,
  readSignatureKeys,
  type SignatureKey,
  type SignatureKeys,
  type VerifyOptions,
  verifyWith,
  whyNotWebBotAuth,
} from './signature-keys.ts';
