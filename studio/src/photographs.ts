import fs from 'node:fs';
import path from 'node:path';

/** Name of a picture → what it was made from. */
export type Manifest = Record<string, string>;

/** A folder of finished pictures, committed: nobody needs Blender to run the shop. Its manifest says what each was made from. */
export class Shelf {
  readonly folder: string;
  readonly #extension: string;
  readonly #manifest: string;

  constructor(folder: string, extension: string) {
    this.folder = path.join(path.dirname(import.meta.dirname), folder);
    this.#extension = extension;
    this.#manifest = path.join(this.folder, 'manifest.json');
  }

  fileOf(name: string): string {
    return path.join(this.folder, `${name}.${this.#extension}`);
  }

  readManifest(): Manifest {
    return fs.existsSync(this.#manifest) ? (JSON.parse(fs.readFileSync(this.#manifest, 'utf8')) as Manifest) : {};
  }

  writeManifest(manifest: Manifest): void {
    const sorted = Object.fromEntries(Object.entries(manifest).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    fs.writeFileSync(`${this.#manifest}.new`, `${JSON.stringify(sorted, null, 2)}\n`);
    fs.renameSync(`${this.#manifest}.new`, this.#manifest);
  }

  /** Puts a finished picture in its place. */
  put(name: string, picture: Buffer): void {
    fs.writeFileSync(`${this.fileOf(name)}.new`, picture);
    fs.renameSync(`${this.fileOf(name)}.new`, this.fileOf(name));
  }

  /** Names of what is there. */
  taken(): Set<string> {
    return new Set(Object.keys(this.readManifest()).filter((name) => fs.existsSync(this.fileOf(name))));
  }

  /** Names of the files that lie in the folder. */
  files(): string[] {
    if (!fs.existsSync(this.folder)) return [];
    return fs.readdirSync(this.folder).flatMap((file) => {
      const { name, ext } = path.parse(file);
      return ext === `.${this.#extension}` ? [name] : [];
    });
  }
}

export const PHOTOGRAPHS = new Shelf('photographs', 'avif');
/** Pieces that turn once about themselves. */
export const CLIPS = new Shelf('clips', 'mp4');
