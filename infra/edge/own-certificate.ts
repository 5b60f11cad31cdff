import { execa } from 'execa';
import crypto from 'node:crypto';
import fs from 'node:fs';
import { provideOpenssl } from '../provision/openssl.ts';

/** Makes a certificate for `localhost`, signed by itself, for tests and proofs. @returns its fingerprint */
export async function writeOwnCertificate(files: { certificate: string; key: string }): Promise<string> {
  const next = { certificate: `${files.certificate}.next`, key: `${files.key}.next` };
  await execa(await provideOpenssl(), [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '7'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ...['-keyout', next.key, '-out', next.certificate],
  ]);
  // As an ACME client does: never half a file.
  fs.renameSync(next.key, files.key);
  fs.renameSync(next.certificate, files.certificate);
  return new crypto.X509Certificate(fs.readFileSync(files.certificate)).fingerprint;
}
