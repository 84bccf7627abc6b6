/**
 * What an audit needs of a machine: logs and versions from files, a version history from git, names from DNS.
 *
 * @module
 */
export { logFile } from './log-file.ts';
export { type DnsResolver, lookUpNames, type NameLookUp, systemResolver } from './look-up-names.ts';
export { readVersions, VersionsError } from './read-versions.ts';
