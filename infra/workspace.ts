import fs from 'node:fs';
import path from 'node:path';

export interface Project {
  /** The nx name: `@shop/cart-order`, `infra`. */
  name: string;
  /** Relative to the root: `services/cart-order`. */
  folder: string;
}

/** Every project under `root`: the workspaces of package.json, and folders with a project.json. */
export function projectsOf(root: string): Project[] {
  const read = (file: string) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
  const files = [
    ...fs.globSync(
      (read('package.json').workspaces as string[]).map((pattern) => `${pattern}/package.json`),
      { cwd: root },
    ),
    ...fs.globSync('*/project.json', { cwd: root }),
  ];
  return files
    .map((file) => ({ name: read(file).name as string, folder: path.dirname(file) }))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/**
 * The projects named `cart-order`, `@shop/cart-order` or `services/cart-order/`; all projects without names.
 *
 * @throws Error listing the projects when a name matches none
 */
export function projectsNamed(projects: Project[], names: string[]): Project[] {
  if (names.length === 0) return projects;
  return names.map((name) => {
    const wanted = name.replace(/\/$/, '');
    const found = projects.find(
      (project) => [project.name, project.folder].includes(wanted) || short(project) === wanted,
    );
    if (!found) throw new Error(`There is no project "${name}". There are: ${projects.map(short).join(', ')}`);
    return found;
  });
}

/** Without the scope: `cart-order`. */
export const short = ({ name }: Project): string => name.replace(/^@[^/]+\//, '');
