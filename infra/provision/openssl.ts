import { aptInstall } from './apt.ts';
import { CannotProvide, findProgram, howToInstall } from './find.ts';

/** For the certificates of tests and proofs. Installs it when the machine has none. @throws CannotProvide */
export async function provideOpenssl(): Promise<string> {
  const found = findProgram('openssl');
  if (found) return found;
  const why = await aptInstall(['openssl']);
  const installed = findProgram('openssl');
  if (installed) return installed;
  throw new CannotProvide(`${howToInstall('OpenSSL', { debian: 'openssl', macos: 'openssl' })}\n  (${why})`);
}
