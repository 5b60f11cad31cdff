import { registerHooks } from 'node:module';
import { settings } from './main-thread.ts';

/** Of server bundles, which are in memory: `bundle:///<key>`. */
export const BUNDLE_PROTOCOL = 'bundle:';
const ownFile = (file: string) => new URL(file, import.meta.url).href;
const SHARED = /^(react|react-dom|@tanstack\/react-query)(\/|$)/;
/** Shared packages that remotes' server bundles import are resolved from the shell, so that there is one React and one kit. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@shop/mfe-kit') return { url: ownFile('mfe-kit.mjs'), shortCircuit: true, format: 'module' };
    const isBundle = context.parentURL?.startsWith(BUNDLE_PROTOCOL);
    if (specifier.startsWith(BUNDLE_PROTOCOL)) return { url: specifier, shortCircuit: true, format: 'module' };
    if (isBundle && /^\.{1,2}\//.test(specifier)) {
      return { url: new URL(specifier, context.parentURL).href, shortCircuit: true, format: 'module' };
    }
    const isFromHost = isBundle || SHARED.test(specifier);
    return next(specifier, isFromHost ? { ...context, parentURL: import.meta.url } : context);
  },
  load(url, context, next) {
    if (!url.startsWith(BUNDLE_PROTOCOL)) return next(url, context);
    const bytes = settings.bundles.get(new URL(url).pathname.slice(1));
    if (!bytes) throw new Error(`${url} is not there`);
    return { source: Buffer.from(bytes).toString(), format: 'module', shortCircuit: true };
  },
});

// Dynamic imports: the app imports the kit, which is resolved by the hook above.
export const kit = (await import(/* webpackIgnore: true */ ownFile('mfe-kit.mjs'))) as typeof import('@shop/mfe-kit');
export const shell = (await import(/* webpackIgnore: true */ ownFile('app.mjs'))) as typeof import('../../app/app.tsx');
