/**
 * Middleware for sites that tells who signed a request (Web Bot Auth). It lets every request through: what may be done
 * without a signature is the site's to say.
 *
 *     const verify = signatureReader({ 'https://bot.example/jwks.json': keySet });
 *     app.use(honoSigned(verify)); // Hono: context.get('signature')
 *     app.use(expressSigned(verify, { scheme: 'https' })); // Express and Connect: request.signature
 *     const { outcome, by } = verify(request); // a Request of Deno, Bun, Next, workers on Node
 *
 * A key set is fetched by the site, ahead of requests: only from URLs that it chose, with status 200, without redirects.
 * The request's URL must have the host that the crawler asked for, so behind a proxy, trust the proxy's word for it first.
 * `outcome` is `proven` (by the key set `by`), `failed` or `untried`; a proven request may still be a replay.
 */
import { readSignatureKeys, verifyWith } from '@robots-exclusion/audit/node';

/** A function from a web-standard `Request` to what its signature proves. */
export function signatureReader(keySets) {
  const verify = verifyWith(readSignatureKeys(keySets));
  return ({ method, url, headers }) => {
    const { protocol, host, pathname, search } = new URL(url);
    const [input, value] = [headers.get('signature-input'), headers.get('signature')];
    const signature = input !== null && value !== null && { input, value, fields: new Map(headers) };
    return verify({
      ...{ time: Date.now(), method, host, url: `${pathname}${search}`, scheme: protocol.slice(0, -1) },
      ...(signature && { signature }),
    });
  };
}

/** Hono middleware. */
export function honoSigned(verify) {
  return async (context, next) => {
    context.set('signature', verify(context.req.raw));
    await next();
  };
}

/** Express and Connect middleware. `scheme` is that of the site's public URL. */
export function expressSigned(verify, { scheme }) {
  return (request, _response, next) => {
    const { method, headers, originalUrl, url } = request;
    const fields = Object.entries(headers).map(([name, field]) => [name, [field].flat().join(', ')]);
    const target = `${scheme}://${headers.host}${originalUrl ?? url}`;
    request.signature = URL.canParse(target)
      ? verify({ method, url: target, headers: new Headers(fields) })
      : { outcome: 'untried', why: 'its target is not a URL' };
    next();
  };
}
