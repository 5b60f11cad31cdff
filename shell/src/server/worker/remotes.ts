import { fileKey } from '@shop/build/bundle';
import type { PartModule } from '@shop/mfe-kit';
import { BUNDLE_PROTOCOL } from './host.ts';
import { enter, settings } from './main-thread.ts';

/** Modules of all remotes, by `remote/part`. */
export const modules = new Map<string, PartModule>();
/** Remotes whose bundle could not be imported. */
export const failed: { remote: string; reason: string }[] = [];

for (const [name, release] of Object.entries(settings.registry.remotes)) {
  if (settings.withoutRemotes.includes(name)) continue;
  try {
    enter(name);
    const url = `${BUNDLE_PROTOCOL}///${fileKey(release, 'server/server.mjs')}`;
    const bundle = (await import(/* webpackIgnore: true */ url)) as { default: Record<string, PartModule> };
    for (const [part, module] of Object.entries(bundle.default)) modules.set(`${name}/${part}`, module);
  } catch (error) {
    failed.push({ remote: name, reason: String((error as Error).message) });
  }
}
enter(null);
