/** Injects the process's configuration: `@Inject(CONFIG) config: typeof config`. */
export const CONFIG = Symbol('CONFIG');
