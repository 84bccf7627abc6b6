/**
 * Reads objects from Amazon S3 and compatible servers. It is configured by the environment variables of the AWS tools:
 * `AWS_REGION`, `AWS_ENDPOINT_URL_S3`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`. Without keys,
 * requests are not signed, which is enough for public buckets. Profiles in `~/.aws` are not read.
 */
/** Whether an address is `s3://BUCKET/KEY`. */
export function isS3(address: string): boolean {
  return /^s3:\/\//i.test(address);
}

/** The request for an object. */
export async function s3Request(
  address: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }> {
  const { env } = process;
  const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1';
  const url = urlOf(address, region, env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL']);
  const accessKeyId = env['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY'];
  if (!accessKeyId || !secretAccessKey) return { url, headers: fields };
  const sessionToken = env['AWS_SESSION_TOKEN'];
  const { host, pathname } = new URL(url);
  const request = { service: 's3', region, host, path: pathname, headers: { ...fields } };
  const { default: aws4 } = await import('aws4');
  const { headers } = aws4.sign(request, {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
  });
  return { url, headers: headers as Record<string, string> };
}

/**
 * The URL of an object. The bucket is in the path if its name contains a dot, because the server's certificate would
 * not match such a host name. It is also in the path if a custom endpoint is set, because that server may not support
 * buckets in the host name.
 */
function urlOf(address: string, region: string, endpoint: string | undefined): string {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/?(.*)$/is.exec(address) ?? [];
  const path = key.split('/').map(encodeURIComponent).join('/');
  if (endpoint) return `${endpoint.replace(/\/+$/, '')}/${bucket}/${path}`;
  if (bucket.includes('.')) return `https://s3.${region}.amazonaws.com/${bucket}/${path}`;
  return `https://${bucket}.s3.${region}.amazonaws.com/${path}`;
}
