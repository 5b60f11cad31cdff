import fs from 'node:fs';
import { readJson, writeJson } from './files.ts';

/** Beside the services' names: the start is to load none. */
const LEFT_OUT = 'leftOut';

/** Of which services the demo data was loaded, or that this shop began empty. In a file, so that the next start knows it. */
export class DemoDataRecord {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** The shop was not opened before. */
  get isNew(): boolean {
    return !fs.existsSync(this.#file);
  }

  /** Those that a start has to load. */
  missing<Name extends string>(names: readonly Name[]): Name[] {
    const known = this.#read();
    return known[LEFT_OUT] ? [] : names.filter((name) => !known[name]);
  }

  loaded(name: string): void {
    writeJson(this.#file, { ...this.#read(), [name]: new Date().toISOString() });
  }

  /** Also of later starts. */
  leaveOut(): void {
    writeJson(this.#file, { [LEFT_OUT]: new Date().toISOString(), ...this.#read() });
  }

  /** @throws Error with what can be done about it, where there is demo data already */
  requireNoneLoaded(): void {
    const { [LEFT_OUT]: _, ...loaded } = this.#read();
    if (Object.keys(loaded).length === 0) return;
    throw new Error(
      'This shop has demo data, so it cannot begin empty. `npm run reset` removes all its data; then: npm start -- --empty',
    );
  }

  #read(): Record<string, string> {
    return readJson(this.#file) ?? {};
  }
}
