import fs from 'node:fs';
import path from 'node:path';

interface Runnable {
  /** One line for the list. */
  description: string;
  /** @returns whether the expectation was met. */
  run(args: string[]): Promise<boolean>;
}

/**
 * Runs the file of `folder` named on the command line with the remaining arguments; exits with 1 when it returns false
 * or throws. Without a name it lists the files that export `description` and `run`.
 */
export async function runNamed(folder: string, command: string): Promise<void> {
  // npm passes a second `--` on.
  const [name, ...args] = process.argv.slice(2).filter((argument) => argument !== '--');
  const files = fs.readdirSync(folder).filter((file) => /^[a-z0-9-]+\.ts$/.test(file) && file !== 'run.ts');
  const file = name && files.find((candidate) => candidate === `${name}.ts`);
  const found = file ? await load(folder, file) : undefined;
  if (!found) {
    if (name) console.error(`There is no "${name}".\n`);
    console.log(`npm run ${command} -- <name>\n`);
    for (const each of files.sort()) {
      const runnable = await load(folder, each);
      if (runnable) console.log(`  ${each.replace('.ts', '').padEnd(12)} ${runnable.description}`);
    }
    process.exitCode = name ? 1 : 0;
    return;
  }
  let met = false;
  try {
    met = await found.run(args);
  } catch (error) {
    console.error(error);
  }
  // A leaked handle (a connection, a child's pipe) must not keep the command alive.
  process.exit(met ? 0 : 1);
}

async function load(folder: string, file: string): Promise<Runnable | undefined> {
  // Checked as text first, so that helper modules are not loaded just for the list.
  if (!/^export const description\b/m.test(fs.readFileSync(path.join(folder, file), 'utf8'))) return undefined;
  return (await import(path.join(folder, file))) as Runnable;
}
