import fs from 'node:fs';
import path from 'node:path';

/** Creates a folder, and closes it to all but its owner. */
export function privateFolder(folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.chmodSync(folder, 0o700);
}

/** Opens a log to append to, in a folder of its own, closed to all but its owner. @returns the file descriptor */
export function openLog(file: string): number {
  privateFolder(path.dirname(file));
  const log = fs.openSync(file, 'a', 0o600);
  fs.fchmodSync(log, 0o600);
  return log;
}

/** Writes JSON atomically. */
export function writeJson(file: string, content: unknown, mode = 0o644): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  // One that was left over would keep its mode.
  fs.rmSync(`${file}.new`, { force: true });
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode });
  fs.renameSync(`${file}.new`, file);
}

/** Undefined when the file does not exist. */
export function readJson<T>(file: string): T | undefined {
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as T) : undefined;
}
