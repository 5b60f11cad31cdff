import { aptInstall } from './apt.ts';
import { CannotProvide, findProgram, howToInstall } from './find.ts';

/** Installs nginx when the machine has none. @throws CannotProvide */
export async function provideNginx(): Promise<string> {
  const found = findProgram('nginx');
  if (found) return found;
  const why = await aptInstall(['nginx']);
  const installed = findProgram('nginx');
  if (installed) return installed;
  throw new CannotProvide(`${howToInstall('nginx', { debian: 'nginx', macos: 'nginx' })}\n  (${why})`);
}
