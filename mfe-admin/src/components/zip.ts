import { unzipSync, type UnzipFileInfo, zipSync, type Zippable } from 'fflate/browser';

// In place of `fflate` for the libraries of workbooks (rspack.config.ts): its `zip` and `unzip` start workers from blobs, which the
// content security policy refuses.
export * from 'fflate/browser';

type Done<T> = (error: Error | null, done: T | null) => void;

export const zip = (files: Zippable, done: Done<Uint8Array>): void => settle(() => zipSync(files), done);

export const unzip = (
  archive: Uint8Array,
  options: { filter?: (file: UnzipFileInfo) => boolean } | Done<Record<string, Uint8Array>>,
  done = options as Done<Record<string, Uint8Array>>,
): void => settle(() => unzipSync(archive, typeof options === 'function' ? {} : options), done);

function settle<T>(work: () => T, done: Done<T>): void {
  let result: T;
  try {
    result = work();
  } catch (error) {
    done(error as Error, null);
    return;
  }
  done(null, result);
}
