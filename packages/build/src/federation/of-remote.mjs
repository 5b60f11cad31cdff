// The shell's federation runtime (of-host.mjs), with state of this remote's own.
const { runtime, bundlerRuntime, attachShareScopeMap } = globalThis.shopFederation;

export default {
  // `init` would also make this remote's instance the one that the shell's own `loadRemote` uses.
  runtime: { ...runtime, init: runtime.createInstance },
  bundlerRuntime: { ...bundlerRuntime, S: {}, remotes: undefined },
  attachShareScopeMap,
  bundlerRuntimeOptions: {},
};
