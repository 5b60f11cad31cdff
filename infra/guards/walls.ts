import fs from 'node:fs';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { execa } from 'execa';
import { ROOT } from '../config.ts';
import { options, walls } from './import-walls.ts';

/** A line that stands in the wrong room. */
export interface Breach {
  wall: string;
  /** The file, from the folder that was looked through. */
  file: string;
  /** Where the line belongs instead. */
  message: string;
}

const ROOMS = ['shell', 'mfe-*', 'services', 'gateway', 'packages', 'infra', 'tools', 'e2e', 'studio'];
const ROOM_OF = /^(?:services|packages|tools(?=\/(?:sandbox|demo-data)))\/[^/]+|^[^/]+/;

/** Imports in `folder` (laid out like the project) that go through a wall of `import-walls.ts`. */
export async function importBreaches(folder: string): Promise<Breach[]> {
  const { output } = await cruise(
    fs.globSync(ROOMS, { cwd: folder }),
    { ...options, ruleSet: { forbidden: walls }, validate: true, baseDir: folder },
    options?.enhancedResolveOptions,
  );
  const { summary, modules } = output as ICruiseResult;
  const why = new Map(walls.map(({ name, comment }) => [name, comment]));
  const breaches = summary.violations.map(({ rule, from, to }) => ({
    wall: rule.name,
    file: from,
    message: `imports ${to}\n    ${why.get(rule.name)}`,
  }));
  return [...breaches, ...undeclaredPackages(folder, modules)];
}

/** Like the rule `undeclared-dependency`, for packages of this project: the cruiser cannot tell, they are links. */
function undeclaredPackages(folder: string, modules: ICruiseResult['modules']): Breach[] {
  const declared = new Map<string, Set<string>>();
  const breaches: Breach[] = [];
  for (const { source, dependencies } of modules) {
    const room = ROOM_OF.exec(source)![0];
    const file = path.join(folder, room, 'package.json');
    if (room === 'infra' || room === 'tools' || !fs.existsSync(file)) continue;
    if (!declared.has(room)) {
      const { name, dependencies: ships, devDependencies } = JSON.parse(fs.readFileSync(file, 'utf8'));
      declared.set(room, new Set([name, ...Object.keys({ ...ships, ...devDependencies })]));
    }
    for (const { module } of dependencies) {
      const name = /^@shop\/[^/]+/.exec(module)?.[0];
      if (!name || declared.get(room)!.has(name)) continue;
      const message = `imports ${name}\n    A project lists in its own package.json what it imports: add "${name}": "0.0.0" to ${room}/package.json.`;
      breaches.push({ wall: 'undeclared-dependency', file: source, message });
    }
  }
  return breaches;
}

/** Single lines in `folder` that the restricting rules of `.oxlintrc.json` refuse: the environment, the console, … */
export async function lineBreaches(folder: string): Promise<Breach[]> {
  const oxlint = path.join(ROOT, 'node_modules/.bin/oxlint');
  const { stdout } = await execa(oxlint, ['-c', '.oxlintrc.json', '-f', 'json'], { cwd: folder, reject: false });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code?: string; filename: string; message: string; help?: string }[];
  };
  return diagnostics
    .filter(({ code }) => code?.includes('no-restricted-'))
    .map(({ code, filename, message, help }) => ({
      wall: /\((.+)\)/.exec(code!)![1]!,
      file: filename,
      message: help ? `${message}\n    ${help}` : message,
    }));
}

/** One paragraph per breach, for people. */
export const explain = ({ wall, file, message }: Breach): string => `${file} (${wall}) ${message}`;
