/**
 * Web Bot Auth against other implementations, in both directions, and against mutations. It installs pinned versions of
 * theirs in a temporary folder, from npm and PyPI: `npm run signatures:real`.
 */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSignatureKeys, verifyWith } from '@robots-exclusion/audit/node';
import { publishedKey, webBotAuth } from '@robots-exclusion/client';
import { mutated } from './mutate.js';

const NPM = ['web-bot-auth@0.1.3', 'http-message-sig@0.3.0', 'http-message-signatures@1.0.6'];
const PYPI = 'http-message-signatures==3.0.0';
const MUTATIONS = 50_000;
const KEY_SET = 'https://bot.example/jwks.json';
const URL_ASKED = 'https://www.example.com/a/b?c=%2F';

const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
const published = publishedKey(jwk);
const verifier = verifyWith(readSignatureKeys({ [KEY_SET]: { keys: [published] } }));
const folder = mkdtempSync(join(tmpdir(), 'signatures-'));
const failures = [];

function expectEqual(what, found, expected) {
  console.log(`${found === expected ? 'ok  ' : 'FAIL'} ${what}: ${found}`);
  if (found !== expected) failures.push(what);
}

/** Our result for fields, by name in lower case. */
function ours(headers, url = URL_ASKED) {
  const { host, pathname, search } = new URL(url);
  const fields = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const signature = { value: fields.get('signature'), input: fields.get('signature-input'), fields };
  const check = verifier({ time: Date.now(), host, method: 'GET', url: `${pathname}${search}`, signature });
  return check.outcome === 'proven' ? `proven ${check.draft}` : `${check.outcome}: ${check.why}`;
}

/** Our signature, with every component that both sides know. */
function signedByUs(components) {
  const request = { method: 'GET', url: URL_ASKED, headers: { 'user-agent': 'FooBot/1.0' } };
  return { ...request.headers, ...webBotAuth({ key: jwk, keySetUrl: KEY_SET, components })(request) };
}

async function withNpm() {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', ...NPM], {
    cwd: folder,
    stdio: 'ignore',
  });
  const require = createRequire(join(folder, 'x.js'));
  const [bots, crypto] = [require('web-bot-auth'), require('web-bot-auth/crypto')];
  const agent = { 'signature-agent': `"${KEY_SET}"` };
  const message = { method: 'GET', url: URL_ASKED, headers: agent };
  const times = { created: new Date(), expires: new Date(Date.now() + 60_000), key: 'sig1' };
  const signer = await crypto.signerFromJWK(jwk);
  const made = await bots.signatureHeaders(message, signer, times);
  expectEqual(`${NPM[0]} signs a String, we verify`, ours({ ...agent, ...made }), 'proven earlier');
  const check = await crypto.verifierFromJWK(published);
  const theirs = (request) =>
    bots.verify(request, check).then(
      () => 'verified',
      () => 'invalid',
    );
  expectEqual(
    `${NPM[0]} verifies itself`,
    await theirs({ ...message, headers: { ...agent, ...made } }),
    'verified',
  );
  // This version covers the whole field under the name of one member, so that it rejects the draft's own vectors, too.
  const back = { ...message, headers: signedByUs(['@authority', '@method']) };
  expectEqual(`we sign, ${NPM[0]} verifies`, await theirs(back), 'invalid');
  await withSig(require);
  await withSignatures(require);
}

async function withSig(require) {
  const sig = await import(pathToFileURL(require.resolve('http-message-sig')));
  const { subtle } = globalThis.crypto;
  const keyOf = (key, uses) => subtle.importKey('jwk', { ...key, use: undefined }, 'Ed25519', false, uses);
  const signer = sig.webcrypto.signer(await keyOf(jwk, ['sign']));
  const verifier = sig.webcrypto.verifier(await keyOf(published, ['verify']));
  const own = sig.component('signature-agent', { key: 'sig1' });
  const components = ['@authority', '@method', '@path', own];
  const created = Math.floor(Date.now() / 1000);
  const parameters = { created, expires: created + 60, keyid: published.kid, tag: 'web-bot-auth' };
  const headers = { 'signature-agent': `sig1="${KEY_SET}"` };
  const request = new Request(URL_ASKED, { headers });
  const made = await sig.createSignature(request, { label: 'sig1', components, parameters, signer });
  const fields = { ...headers, signature: made.signature, 'signature-input': made.signatureInput };
  expectEqual(`${NPM[1]} signs, we verify`, ours(fields), 'proven 01');
  const policy = { algorithms: ['ed25519'], requiredComponents: components, requiredParameters: ['created'] };
  const verify = (url) =>
    sig
      .verifySignature(new Request(url, { headers: signedByUs(['@authority', '@method', '@path']) }), {
        ...{ label: 'sig1', policy },
        resolveVerifier: () => verifier,
      })
      .then(
        () => 'verified',
        ({ code }) => code,
      );
  expectEqual(`we sign, ${NPM[1]} verifies`, await verify(URL_ASKED), 'verified');
  expectEqual('the same at another host', await verify('https://other.example/a/b'), 'VerificationFailed');
}

async function withSignatures(require) {
  const { httpbis } = require('http-message-signatures');
  const { createPrivateKey, sign, verify } = await import('node:crypto');
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const signer = { id: published.kid, alg: 'ed25519', sign: async (data) => sign(null, data, key) };
  const expires = new Date(Date.now() + 60_000);
  const config = {
    key: signer,
    name: 'sig1',
    fields: ['@method', '@target-uri', '@query', 'signature-agent;key="sig1"'],
    params: ['created', 'expires', 'keyid', 'tag'],
    paramValues: { created: new Date(), expires, tag: 'web-bot-auth' },
  };
  const message = { method: 'GET', url: URL_ASKED, headers: { 'Signature-Agent': `sig1="${KEY_SET}"` } };
  const made = await httpbis.signMessage(config, message);
  expectEqual(`${NPM[2]} signs, we verify`, ours(made.headers), 'proven 01');
  const publicKey = { key: published, format: 'jwk' };
  const found = { id: published.kid, verify: async (data, octets) => verify(null, data, publicKey, octets) };
  const back = {
    ...message,
    headers: signedByUs(['@method', '@authority', '@target-uri', '@path', '@query']),
  };
  const result = await httpbis.verifyMessage({ keyLookup: async () => found }, back);
  expectEqual(`we sign, ${NPM[2]} verifies`, result, true);
}

const PYTHON = `
import base64, datetime, json, sys
from http_message_signatures import HTTPMessageSigner, HTTPMessageVerifier, HTTPSignatureKeyResolver, algorithms
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
given = json.load(sys.stdin)
raw = lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
private = Ed25519PrivateKey.from_private_bytes(raw(given["d"]))
class Keys(HTTPSignatureKeyResolver):
    def resolve_private_key(self, key_id): return private
    def resolve_public_key(self, key_id): return private.public_key()
class Message:
    def __init__(self, headers): self.method, self.url, self.headers = "GET", given["url"], headers
kind = dict(signature_algorithm=algorithms.ED25519, key_resolver=Keys())
try:
    from requests.structures import CaseInsensitiveDict
except ImportError:
    CaseInsensitiveDict = dict
made = Message(CaseInsensitiveDict({"Signature-Agent": given["agent"]}))
now = datetime.datetime.now()
HTTPMessageSigner(**kind).sign(made, key_id=given["keyid"], created=now, expires=now + datetime.timedelta(minutes=1), label="sig1", tag="web-bot-auth", covered_component_ids=("@method", "@authority", "@path", '"signature-agent";key="sig1"'))
try:
    HTTPMessageVerifier(**kind).verify(Message(CaseInsensitiveDict(given["headers"])))
    back = "verified"
except Exception as error:
    back = repr(error)
print(json.dumps({"made": dict(made.headers), "back": back}))
`;

function withPython() {
  const python = join(folder, 'venv', 'bin', 'python');
  execFileSync('python3', ['-m', 'venv', join(folder, 'venv')]);
  execFileSync(python, ['-m', 'pip', 'install', '-q', PYPI, 'requests==2.34.2'], { stdio: 'ignore' });
  const given = { d: jwk.d, keyid: published.kid, url: URL_ASKED, agent: `sig1="${KEY_SET}"` };
  const input = JSON.stringify({ ...given, headers: signedByUs(['@method', '@authority', '@path']) });
  const { made, back } = JSON.parse(execFileSync(python, ['-c', PYTHON], { input, encoding: 'utf8' }));
  expectEqual(`${PYPI} signs, we verify`, ours(made), 'proven 01');
  expectEqual(`we sign, ${PYPI} verifies`, back, 'verified');
}

/** Mutations of requests that we signed. */
function withMutations() {
  const components = [['@authority'], ['@method', '@authority', '@path'], ['@target-uri']];
  const vectors = components.map((covered) => {
    const fields = webBotAuth({ key: jwk, keySetUrl: KEY_SET, components: covered, label: 'agent2' })({
      method: 'GET',
      url: URL_ASKED,
      headers: {},
    });
    return {
      agent: fields['signature-agent'],
      input: fields['signature-input'],
      signature: fields.signature,
    };
  });
  const headersOf = ({ agent, input, signature }) => ({
    'signature-agent': agent,
    'signature-input': input,
    signature,
  });
  expectEqual('not mutated', vectors.filter((one) => ours(headersOf(one)) === 'proven 01').length, 3);
  const verified = mutated(vectors, MUTATIONS).filter((one) => ours(headersOf(one)).startsWith('proven'));
  for (const one of verified.slice(0, 5)) console.log(one);
  expectEqual(`verified of ${MUTATIONS} mutations`, verified.length, 0);
}

try {
  await withNpm();
  withPython();
  withMutations();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures.length === 0 ? 0 : 1;
