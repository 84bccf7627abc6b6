import { describe, expect, it } from 'vitest';
import { describeError } from './fetch-failure.ts';

const refused = (address: string): Error =>
  Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' });

describe('what a transport throws', () => {
  it.each([
    ['an error', refused('192.0.2.1:9'), 'ECONNREFUSED', 'connect ECONNREFUSED 192.0.2.1:9'],
    [
      'an error for each address of a name',
      new AggregateError([refused('::1:9'), refused('127.0.0.1:9')]),
      'ECONNREFUSED',
      'connect ECONNREFUSED ::1:9; connect ECONNREFUSED 127.0.0.1:9',
    ],
    [
      'an error with a cause',
      new Error('', { cause: refused('::1:9') }),
      'ECONNREFUSED',
      'connect ECONNREFUSED ::1:9',
    ],
    ['a message of its own', new Error('outer', { cause: refused('::1:9') }), 'ECONNREFUSED', 'outer'],
    [
      'an error of OpenSSL',
      Object.assign(
        new Error('A0:error:0A000460:SSL routines:ssl3_read_bytes:reason(1120):../deps/rec.c:1605:\n'),
        {
          code: 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL',
        },
      ),
      'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL',
      'The TLS handshake failed: the server does not speak HTTP/1.1, the only version that this client speaks',
    ],
    [
      'another error of OpenSSL',
      Object.assign(new Error('A0:error:0A00010B:SSL routines::wrong version number:../deps/rec.c:354:\n'), {
        code: 'ERR_SSL_WRONG_VERSION_NUMBER',
        reason: 'wrong version number',
      }),
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'The TLS handshake failed: wrong version number',
    ],
    ['a text', 'broken', 'UNKNOWN', 'broken'],
    ['nothing', undefined, 'UNKNOWN', 'no message'],
    ['errors that are not errors', new AggregateError([null, 1]), 'UNKNOWN', 'no message'],
  ])('%s', (_, thrown, code, message) => {
    expect(describeError(thrown)).toEqual({ code, message });
  });
});
