/** Serves static files: the built workbench. */

/** One file. */
export interface Asset {
  readonly body: Uint8Array<ArrayBuffer>;
  /** The compressed octets; absent if compression saves nothing. */
  readonly gzip?: Uint8Array<ArrayBuffer> | undefined;
  readonly type: string;
  /** A strong validator, including its quotes. */
  readonly etag: string;
  /** Whether the file's name changes with its content. */
  readonly isImmutable: boolean;
}

/** Finds files by the path of a URL. */
export interface AssetSource {
  find(path: string): Asset | undefined;
}

/**
 * The Content Security Policy of pages. They load everything from this origin, contain no inline scripts or styles, and
 * never convert text to markup.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ');

export function assetFields(asset: Asset, isCompressed: boolean): Record<string, string> {
  return {
    'content-type': asset.type,
    'content-security-policy': pagePolicy,
    'cache-control': asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: asset.etag,
    vary: 'accept-encoding',
    ...(isCompressed && { 'content-encoding': 'gzip' }),
  };
}
