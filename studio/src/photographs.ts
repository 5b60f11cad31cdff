import fs from 'node:fs';
import path from 'node:path';

/** Name of a picture → hash of its sources. */
export type Manifest = Record<string, string>;

/**
 * A committed folder of finished pictures, so that the shop runs without Blender. Its manifest has the source of each.
 */
export class PictureFolder {
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

  /** Notes one picture's source beside what another run may have noted since. */
  note(name: string, source: string): void {
    this.writeManifest({ ...this.readManifest(), [name]: source });
  }

  writeManifest(manifest: Manifest): void {
    const sorted = Object.fromEntries(Object.entries(manifest).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    fs.writeFileSync(`${this.#manifest}.new`, `${JSON.stringify(sorted, null, 2)}\n`);
    fs.renameSync(`${this.#manifest}.new`, this.#manifest);
  }

  put(name: string, picture: Buffer): void {
    fs.writeFileSync(`${this.fileOf(name)}.new`, picture);
    fs.renameSync(`${this.fileOf(name)}.new`, this.fileOf(name));
  }

  /** Names of existing pictures, up to date or not. */
  existing(): Set<string> {
    return new Set(Object.keys(this.readManifest()).filter((name) => fs.existsSync(this.fileOf(name))));
  }

  /** Names of the files in the folder. */
  files(): string[] {
    if (!fs.existsSync(this.folder)) return [];
    return fs.readdirSync(this.folder).flatMap((file) => {
      const { name, ext } = path.parse(file);
      return ext === `.${this.#extension}` ? [name] : [];
    });
  }
}

export const PHOTOGRAPHS = new PictureFolder('photographs', 'avif');
/** Turntable clips. */
export const CLIPS = new PictureFolder('clips', 'mp4');
