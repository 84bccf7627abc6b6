/** Limits of one fetch. Timeouts run in real time, even with a custom clock. */
import { DEFAULT_MAX_BYTES } from 'robots-exclusion';

/** Limits of one fetch. They apply to all hops together unless noted. */
export interface Limits {
  /**
   * The number of decoded octets that are read and parsed. RFC 9309 §2.5 requires at least 500 KiB.
   * {@default DEFAULT_MAX_BYTES}
   */
  maxBytes: number;
  /** The number of redirects that are followed. RFC 9309 §2.3.1.2 recommends at least five. {@default 5} */
  maxRedirects: number;
  /** Limit for DNS, TCP and TLS of one hop; applies to the built-in transports. {@default 10000} */
  connectTimeoutMs: number;
  /**
   * Time limit from the start of one hop, including connecting, to the header of its response. {@default 15000}
   */
  headersTimeoutMs: number;
  /** Maximum pause between two chunks of the body. {@default 10000} */
  bodyTimeoutMs: number;
  /** Limit for the whole chain of requests. {@default 30000} */
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
