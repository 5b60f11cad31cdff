import { aptInstall } from './apt.ts';
import { CannotProvide, findProgram, howToInstall } from './find.ts';

/** The nginx program; installs it when the machine has none. Throws CannotProvide. */
export async function provideNginx(): Promise<string> {
  const found = findProgram('nginx');
  if (found) return found;
  const why = await aptInstall(['nginx']);
  const installed = findProgram('nginx');
  if (installed) return installed;
  throw new CannotProvide(`${howToInstall('nginx', { debian: 'nginx', macos: 'nginx' })}\n  (${why})`);
}
