import crypto from 'node:crypto';
import { Failure, type UploadedFile } from '@shop/service-kit';
import { type Box, createFile, type ISOFile } from 'mp4box/simple';
import type { Video } from './video.schema.ts';

/** What a file says it is made for; a QuickTime film has boxes as well. */
const MP4_BRANDS = /^(iso|mp4|avc1|M4V)/;
/** H.264, which every browser plays. */
const CODECS = new Set(['avc1', 'avc3']);
/** A clip turns a piece once or twice; it is no film. */
const LONGEST_SECONDS = 60;
/** Where cameras and programs write who filmed what, where and with what. */
const NOTES = new Set(['udta', 'meta', 'uuid']);

interface KeptVideo extends Video {
  width: number;
  height: number;
}

const refused = (message: string, cause?: unknown) =>
  new Failure('request.invalid', { errors: { video: message }, cause });

/**
 * A clip that somebody sent, as it is kept: without what a camera wrote into it, under a name made of its content. What it is
 * is read from the file, whatever its name and type say. It is not encoded again: what is taken plays in every browser.
 *
 * @throws Failure `request.invalid` at the field `video`
 */
export function videoOf(file: UploadedFile | undefined): KeptVideo {
  if (!file) throw refused('Choose a video');
  const { boxes, ftyp, moov } = boxesOf(file.data);
  if (![ftyp?.major_brand, ...(ftyp?.compatible_brands ?? [])].some((brand) => MP4_BRANDS.test(brand ?? '')))
    throw refused('Only MP4 videos are taken');
  const isWhole = boxes.reduce((end, { start, size }) => Math.max(end, start! + size), 0) === file.data.length;
  const pictures = moov?.traks.find((track) => at(track, 'mdia', 'minf', 'vmhd'));
  if (!isWhole || !pictures || !moov?.mvhd?.timescale || !boxes.some(({ type }) => type === 'mdat'))
    throw refused('This is not a video that can be read');
  if (!CODECS.has(codecOf(pictures)))
    throw refused('Only videos in H.264 are taken: others do not play in every browser');
  if (moov.mvhd.duration / moov.mvhd.timescale > LONGEST_SECONDS)
    throw refused(`A video may last at most ${LONGEST_SECONDS} seconds`);

  const bytes = Buffer.from(file.data);
  for (const { start, size, hdr_size } of notesIn(boxes)) {
    // Its room is kept, for the tracks say by position where their pictures are.
    bytes.write('free', start! + 4, 'latin1');
    bytes.fill(0, start! + hdr_size!, start! + size);
  }
  const name = crypto.createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const { width, height } = pictures.tkhd;
  return { _id: `${name}.mp4`, bytes, width: Math.round(width / 65_536), height: Math.round(height / 65_536) };
}

/** How the file is built. Its tables of pictures are not read: they are as long as the file claims. */
function boxesOf(data: Buffer): ISOFile {
  const file = createFile();
  file.buildSampleLists = () => {};
  // What cannot be read is missing below, and is told to who sent it. (Of some of it the library says so on stderr, whatever is asked.)
  file.onError = () => {};
  const buffer = Object.assign(new Uint8Array(data).buffer, { fileStart: 0 }) as Parameters<ISOFile['appendBuffer']>[0];
  try {
    file.appendBuffer(buffer, true);
  } catch (error) {
    throw refused('This is not a video that can be read', error);
  }
  return file;
}

const childrenOf = (box: Box): readonly Box[] => box.boxes ?? [];

const at = (box: Box, ...path: string[]): Box | undefined =>
  path.reduce<Box | undefined>(
    (parent, type) => parent && childrenOf(parent).find((child) => child.type === type),
    box,
  );

/** The four letters of the first entry, behind version, count and the entry's size. */
const codecOf = (track: Box): string =>
  Buffer.from(at(track, 'mdia', 'minf', 'stbl', 'stsd')?.data ?? []).toString('latin1', 12, 16);

/** At the top, of the film and of its tracks. */
const notesIn = (boxes: readonly Box[]): Box[] =>
  boxes.flatMap((box) => (NOTES.has(box.type) ? [box] : notesIn(childrenOf(box))));
