import { unzipSync, type UnzipFileInfo, zipSync, type Zippable } from 'fflate/browser';

// In place of `fflate` for the libraries of workbooks (rspack.config.ts): its `zip` and `unzip` start workers from blobs, which the
// content security policy refuses.
export * from 'fflate/browser';

/** Bytes of all unpacked files together: 20,000 rows with 36 MB of CSV unpack to 87 MB. */
const MOST_UNPACKED = 400_000_000;

type Done<T> = (error: Error | null, done: T | null) => void;

export const zip = (files: Zippable, done: Done<Uint8Array>): void => settle(() => zipSync(files), done);

export const unzip = (
  archive: Uint8Array,
  options: { filter?: (file: UnzipFileInfo) => boolean } | Done<Record<string, Uint8Array>>,
  done = options as Done<Record<string, Uint8Array>>,
): void => settle(() => unzipSync(archive, { filter: bounded(typeof options === 'function' ? {} : options) }), done);

/** Files are unpacked into as many bytes as the archive says, so what it says is the bound. */
function bounded({ filter = () => true }: { filter?: (file: UnzipFileInfo) => boolean }) {
  let unpacked = 0;
  return (file: UnzipFileInfo): boolean => {
    if (!filter(file)) return false;
    unpacked += file.originalSize;
    if (unpacked > MOST_UNPACKED) throw new RangeError(`An archive of more than ${MOST_UNPACKED} bytes`);
    return true;
  };
}

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
