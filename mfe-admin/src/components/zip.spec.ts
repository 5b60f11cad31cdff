import { describe, expect, it, jest } from '@jest/globals';
import { strToU8 } from 'fflate/browser';
import { unzip, zip } from './zip.ts';

const packed = (files: Record<string, Uint8Array>): Uint8Array => {
  const done = jest.fn<Parameters<typeof zip>[1]>();
  zip(files, done);
  return done.mock.calls[0]![1]!;
};
const unpacked = (archive: Uint8Array, options?: { filter: (file: { name: string }) => boolean }) => {
  const done = jest.fn<(error: Error | null, files: Record<string, Uint8Array> | null) => void>();
  if (options) unzip(archive, options, done);
  else unzip(archive, done);
  const [error, files] = done.mock.calls[0]!;
  return {
    error,
    names: files && Object.keys(files),
    sizes: files && Object.values(files).map(({ length }) => length),
  };
};
/** The archive with files that say to unpack to so many bytes. */
const claiming = (archive: Uint8Array, bytes: number): Uint8Array => {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  for (let at = 0; at < archive.length - 46; at += 1)
    if (view.getUint32(at, true) === 0x0201_4b50) view.setUint32(at + 24, bytes, true);
  return archive;
};
const files = { 'sheet.xml': strToU8('<row/>'.repeat(500)), 'texts.xml': strToU8('<si/>'.repeat(500)) };

describe('an archive', () => {
  it('is packed and unpacked, also in part', () => {
    expect(unpacked(packed(files))).toMatchObject({ error: null, names: ['sheet.xml', 'texts.xml'] });
    const filter = ({ name }: { name: string }) => name === 'texts.xml';
    expect(unpacked(packed(files), { filter })).toMatchObject({ error: null, names: ['texts.xml'] });
  });

  it('is not unpacked where its files together are more than a page can hold', () => {
    const { error, names } = unpacked(claiming(packed(files), 250_000_000));
    expect(error).toEqual(new RangeError('An archive of more than 400000000 bytes'));
    expect(names).toBeNull();
  });

  it('that says less than it holds is not unpacked beyond what it says', () => {
    expect(unpacked(claiming(packed(files), 100)).sizes).toEqual([100, 100]);
  });
});
