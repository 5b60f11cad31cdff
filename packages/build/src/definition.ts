/** What a remote exposes: the content of its `federation.ts`. */
export interface RemoteDefinition {
  /** As in the registry and in fragment ids; the folder is `mfe-<name>`. */
  name: string;
  pages?: readonly PageDefinition[];
  /** Module by name: `<Fragment id="<remote>/<name>" />`. Each is also declared in `@shop/contracts`. */
  fragments?: Readonly<Record<string, string>>;
}

export interface PageDefinition {
  /** Route patterns (`/product/:main`, `*`). The most specific pattern of all remotes wins. */
  path: string | readonly string[];
  /** The exposed module, relative to the remote's folder. Its file name is the page's name. */
  module: string;
  /** Required role; public by default. Guarded pages are rendered in the browser. */
  guard?: 'user' | 'admin';
  /** Of a guarded page: it is for limited sessions as well, and shows them only what they made themselves. */
  limited?: boolean;
  /** Without the shop's header and footer. */
  bare?: boolean;
  /** With the logo alone as its header and a short footer, so that nothing leads away. */
  quiet?: boolean;
  /** Rendered for every request: what it shows may be taken back at any moment. */
  uncached?: boolean;
  /** Parameters of the address that the page reads. Its server-rendered HTML depends on no other. */
  query?: readonly string[];
}

/** `./src/exposed/home-page.ts` → `home-page`. */
export const nameOf = (module: string): string => module.replace(/^.*\//, '').replace(/\.tsx?$/, '');

/** Every exposed module by name, pages and fragments. @throws when two have the same name */
export function exposedModules(remote: RemoteDefinition): Map<string, string> {
  const modules = new Map(Object.entries(remote.fragments ?? {}));
  for (const { module } of remote.pages ?? []) {
    const name = nameOf(module);
    if (modules.has(name) && modules.get(name) !== module) {
      throw new Error(`${remote.name} exposes two modules named "${name}"`);
    }
    modules.set(name, module);
  }
  return modules;
}
