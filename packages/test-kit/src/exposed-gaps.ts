import fs from 'node:fs';
import path from 'node:path';

/** The part of a remote's `federation.ts` that lists exposed modules. */
interface Remote {
  name: string;
  pages?: readonly { module: string }[];
  fragments?: Readonly<Record<string, string>>;
}

/** Differences between what a remote exposes, the `fragments` that the contracts declare and the files in its `folder`. */
export function exposedGaps(remote: Remote, fragments: readonly { id: string }[], folder: string): string[] {
  const exposed = Object.keys(remote.fragments ?? {}).map((name) => `${remote.name}/${name}`);
  const declared = fragments.map(({ id }) => id).filter((id) => id.startsWith(`${remote.name}/`));
  const modules = [...(remote.pages ?? []).map(({ module }) => module), ...Object.values(remote.fragments ?? {})];
  return [
    ...declared.filter((id) => !exposed.includes(id)).map((id) => `${id} is declared and not exposed`),
    ...exposed.filter((id) => !declared.includes(id)).map((id) => `${id} is exposed and not declared`),
    ...modules.filter((module) => !fs.existsSync(path.join(folder, module))).map((module) => `${module} is not there`),
  ];
}
