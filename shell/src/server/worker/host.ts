import { registerHooks } from 'node:module';

const ownFile = (file: string) => new URL(file, import.meta.url).href;
const SHARED = /^(react|react-dom|@tanstack\/react-query)(\/|$)/;
/** Shared packages that remotes' server bundles import are resolved from the shell, so that there is one React and one kit. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@shop/mfe-kit') return { url: ownFile('mfe-kit.mjs'), shortCircuit: true, format: 'module' };
    return next(specifier, SHARED.test(specifier) ? { ...context, parentURL: import.meta.url } : context);
  },
});

// Dynamic imports: the app imports the kit, which is resolved by the hook above.
export const kit = (await import(/* webpackIgnore: true */ ownFile('mfe-kit.mjs'))) as typeof import('@shop/mfe-kit');
export const shell = (await import(/* webpackIgnore: true */ ownFile('app.mjs'))) as typeof import('../../app/app.tsx');
