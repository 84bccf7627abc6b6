/** Decodes header fields that a log percent-encodes. */

/**
 * Whether a logged User-Agent is percent-encoded. CloudFront, Akamai and others encode the header when they log it;
 * clients send it with spaces.
 */
export function isPercentEncoded(text: string): boolean {
  return !text.includes(' ') && /%(?:20|28|3B)/i.test(text);
}

/** Decodes a percent-encoded header field. Some logs encode it twice. */
export function decodedHeader(text: string): string {
  const once = percentDecoded(text);
  return /%(?:20|2[0-9A-F])/.test(once) ? percentDecoded(once) : once;
}

function percentDecoded(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
