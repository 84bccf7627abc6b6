/** Limits of one fetch. Timeouts run in real time, even with a custom clock. */
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';

/** Limits of one fetch, over all hops unless noted. */
export interface Limits {
  /**
   * Decoded octets of the body that are read and parsed; RFC 9309 §2.5 requires at least 500 KiB. {@default DEFAULT_MAX_BYTES}
   */
  maxBytes: number;
  /** Redirects followed; RFC 9309 §2.3.1.2 recommends at least five. {@default 5} */
  maxRedirects: number;
  /** For the built-in transports: DNS, TCP and TLS of one hop. {@default 10000} */
  connectTimeoutMs: number;
  /** From the request to the header of its response, including connecting. {@default 15000} */
  headersTimeoutMs: number;
  /** The longest pause between two chunks of the body. {@default 10000} */
  bodyTimeoutMs: number;
  /** Limit for the whole chain. {@default 30000} */
  totalTimeoutMs: number;
  /** Limit for one operation of the store. {@default 2000} */
  storeTimeoutMs: number;
}

/** The default limits. */
export const defaultLimits: Readonly<Limits> = Object.freeze({
  maxBytes: DEFAULT_MAX_BYTES,
  maxRedirects: 5,
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 15_000,
  bodyTimeoutMs: 10_000,
  totalTimeoutMs: 30_000,
  storeTimeoutMs: 2_000,
});
