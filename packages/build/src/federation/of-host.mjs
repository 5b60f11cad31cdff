// Federation runtime of the shell, which remotes take from here instead of each bringing 16 KB of the same code (ADR 0075).
import federation from 'federation-bundler-runtime';
import { initContainerEntry } from 'federation-container-entry';

globalThis.shopFederation = {
  ...federation,
  // Left out of the build of a host, which exposes nothing itself.
  bundlerRuntime: { ...federation.bundlerRuntime, initContainerEntry },
};

export * from 'federation-bundler-runtime';
export default federation;
