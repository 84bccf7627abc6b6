/** Recognizes names that refer to several crawlers. */

export const REGISTRY_PREFIX: RegExp = /^\s*registry:/i;

/** Whether a name refers to the crawlers of a purpose, such as `registry:training`. */
export function namesPurpose(name: string): boolean {
  return REGISTRY_PREFIX.test(name);
}
