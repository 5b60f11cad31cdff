import fs from 'node:fs';
import path from 'node:path';

/** Writes JSON atomically. */
export function writeJson(file: string, content: unknown, mode = 0o644): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode });
  fs.renameSync(`${file}.new`, file);
}

/** Undefined when the file does not exist. */
export function readJson<T>(file: string): T | undefined {
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as T) : undefined;
}
