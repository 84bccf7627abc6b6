/**
 * Certificates for servers on loopback, for `localhost`, `*.test`, 127.0.0.1 and ::1, valid from 2020 to 2099.
 *
 * The private keys are public on purpose: they are TEST KEYS, generated for this repository. Nothing trusts them, and
 * they protect nothing. They were generated with `openssl ecparam -name prime256v1 -genkey` and self-signed with
 * `openssl ca -selfsign`.
 */

/**
 * A PEM certificate with its key. The certificate is self-signed. To make a client trust it, pass `cert` to the client
 * as `ca`.
 */
export interface TestCertificate {
  cert: string;
  key: string;
}

/** The default certificate of the loopback servers. */
export const testCertificate: TestCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBnTCCAUOgAwIBAgIBATAKBggqhkjOPQQDAjAiMSAwHgYDVQQDDBdyb2JvdHMt
ZXhjbHVzaW9uIHRlc3QgYTAgFw0yMDAxMDEwMDAwMDBaGA8yMDk5MTIzMTIzNTk1
OVowIjEgMB4GA1UEAwwXcm9ib3RzLWV4Y2x1c2lvbiB0ZXN0IGEwWTATBgcqhkjO
PQIBBggqhkjOPQMBBwNCAARbtqXQxjd18Ndw4oFPNRbNTfvYS8NKlpt2PyGLHgB+
gEh21LwDvFXFN2b1dK3gALakcrCZliGmjQ8vznUiQQhco2gwZjA0BgNVHREELTAr
gglsb2NhbGhvc3SCBioudGVzdIcEfwAAAYcQAAAAAAAAAAAAAAAAAAAAATAPBgNV
HRMBAf8EBTADAQH/MB0GA1UdDgQWBBQpc1aXrWh3JdnX80WDMNTL5I2UZzAKBggq
hkjOPQQDAgNIADBFAiBxQFqgab+HFQnJfghHGkXjOp0tKayJqY1HSudqb0eu+QIh
APGn+R6Cnc4247zCUX3kVBEn2jrvlG7KvAgsy9sNImIG
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGV0HR6U+Tfr6PM2C
+Z4oALVqrScJhJo+fqBapJvdNo6hRANCAARbtqXQxjd18Ndw4oFPNRbNTfvYS8NK
lpt2PyGLHgB+gEh21LwDvFXFN2b1dK3gALakcrCZliGmjQ8vznUiQQhc
-----END PRIVATE KEY-----
`,
};

/**
 * A certificate for the same names as {@link testCertificate} but with another key, for a server that changes its
 * certificate.
 */
export const otherTestCertificate: TestCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBnTCCAUOgAwIBAgIBATAKBggqhkjOPQQDAjAiMSAwHgYDVQQDDBdyb2JvdHMt
ZXhjbHVzaW9uIHRlc3QgYjAgFw0yMDAxMDEwMDAwMDBaGA8yMDk5MTIzMTIzNTk1
OVowIjEgMB4GA1UEAwwXcm9ib3RzLWV4Y2x1c2lvbiB0ZXN0IGIwWTATBgcqhkjO
PQIBBggqhkjOPQMBBwNCAASivmVKeQhoX2UP1YcEdxivNYvZlFVwSE2YSp/wflxm
hq34RzvZhaBFVp5EGKpuLLJ93qE57iBh4Jbs/jgFiizqo2gwZjA0BgNVHREELTAr
gglsb2NhbGhvc3SCBioudGVzdIcEfwAAAYcQAAAAAAAAAAAAAAAAAAAAATAPBgNV
HRMBAf8EBTADAQH/MB0GA1UdDgQWBBTYSCPouPCQ2aNRPhLt8/kLqaCqdTAKBggq
hkjOPQQDAgNIADBFAiAlpZdEJ7ymUt37p/5CYvO74Ej/avH7YMBCF0Gwo8U6fAIh
AJ9iZrnkGUgRhOjSO24eHXUI/cQAggF0VLLy3TBsPz0r
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpNwH2q3RHlp0tjLr
8LeQ13+i7fiNmXeTGB7OpgpNQ+OhRANCAASivmVKeQhoX2UP1YcEdxivNYvZlFVw
SE2YSp/wflxmhq34RzvZhaBFVp5EGKpuLLJ93qE57iBh4Jbs/jgFiizq
-----END PRIVATE KEY-----
`,
};
