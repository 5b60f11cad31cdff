import fs from 'node:fs';
import path from 'node:path';

/** Writes JSON in one step: a reader sees the old content or the new, never half of it. */
export function writeJson(file: string, content: unknown, mode = 0o644): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode });
  fs.renameSync(`${file}.new`, file);
}

/** The content of a JSON file, or undefined when there is none. */
export function readJson<T>(file: string): T | undefined {
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as T) : undefined;
}
