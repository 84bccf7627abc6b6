/** What bot filters and login pages are recognized by. Each entry is a fact about a vendor, with its source. */

import type { filterFields } from '../fetch/kept-headers.ts';
import filters from './filters.json' with { type: 'json' };

type FilterField = (typeof filterFields)[number];

export interface BotFilter {
  readonly name: string;
  /** A response field, in lower case, with the values by which the vendor documents that it interfered. */
  readonly field?: { readonly name: FilterField; readonly values: readonly string[] };
  /** Titles of its pages, whole, in lower case. */
  readonly titles: readonly string[];
  /** Text that its pages contain: paths and names of its scripts. */
  readonly markup: readonly string[];
  /** A page or a source that has these facts. */
  readonly source: string;
}

export const BOT_FILTERS: readonly BotFilter[] = filters as readonly unknown[] as readonly BotFilter[];

/**
 * Fields that some vendors set on each response, also on those that they let pass
 * (https://docs.datadome.co/v1.0/reference/validate-request).
 */
export const FILTER_TRACES: readonly FilterField[] = ['x-datadome'];

export const LOGIN_SEGMENT: RegExp =
  /^(?:log-?in|log_in|sign-?in|sign_in|sso|authorize|auth|wp-login\.php|login\.\w{2,4})$/i;

/** The part of a title before its first separator, as login pages have it. */
export const LOGIN_TITLE: RegExp =
  /^(?:log ?-?in|sign ?-?in|anmelden|einloggen|connexion|se connecter|iniciar sesión)$/i;

/** Limit on the text characters of a page that only asks something of its visitor. An article is longer. */
export const SHORT_PAGE: number = 1_500;
