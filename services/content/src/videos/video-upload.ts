import type { UploadedFile } from '@shop/service-kit';
import { type Box, createFile, type ISOFile } from 'mp4box/simple';
import { contentName, uploadError } from '../media/uploads.ts';
import type { Video } from './video.schema.ts';

/** Declared brands of MP4 files; QuickTime files have boxes as well. */
const MP4_BRANDS = /^(iso|mp4|avc1|M4V)/;
/** H.264, which every browser plays. */
const CODECS = new Set(['avc1', 'avc3']);
const MAX_SECONDS = 60;
/** The largest that phones and laptops decode. */
const MAX_SIDE = 4096;
/** Boxes with metadata such as author, location and device. */
const METADATA_BOXES = new Set(['udta', 'meta', 'uuid']);

interface UploadedVideo extends Video {
  width: number;
  height: number;
}

const refused = (message: string, cause?: unknown) => uploadError('video', message, cause);

/**
 * Converts an uploaded video for storage: metadata is removed. Its type is read from the content; file name and declared
 * type are ignored. It is not re-encoded: the accepted codec plays in every browser.
 *
 * @throws Failure `request.invalid` at the field `video`
 */
export function videoFromUpload(file: UploadedFile | undefined): UploadedVideo {
  if (!file) throw refused('Choose a video');
  const { boxes, ftyp, moov } = boxesOf(file.data);
  if (![ftyp?.major_brand, ...(ftyp?.compatible_brands ?? [])].some((brand) => MP4_BRANDS.test(brand ?? '')))
    throw refused('Only MP4 videos are taken');
  const isComplete = boxes.reduce((end, { start, size }) => Math.max(end, start! + size), 0) === file.data.length;
  const videoTrack = moov?.traks.find((track) => at(track, 'mdia', 'minf', 'vmhd'));
  if (!isComplete || !videoTrack || !moov?.mvhd?.timescale || !boxes.some(({ type }) => type === 'mdat'))
    throw refused('This is not a video that can be read');
  if (!CODECS.has(codecOf(videoTrack)))
    throw refused('Only videos in H.264 are taken: others do not play in every browser');
  if (moov.mvhd.duration / moov.mvhd.timescale > MAX_SECONDS)
    throw refused(`A video may last at most ${MAX_SECONDS} seconds`);

  const [width, height] = [videoTrack.tkhd.width, videoTrack.tkhd.height].map((fixed) =>
    Math.round(fixed / 65_536),
  ) as [number, number];
  if (Math.max(width, height) > MAX_SIDE) throw refused(`A video may be at most ${MAX_SIDE} pixels wide and high`);

  const bytes = Buffer.from(file.data);
  for (const { start, size, hdr_size } of metadataBoxesIn(boxes)) {
    // Overwritten in place: the tracks refer to their samples by byte offset.
    bytes.write('free', start! + 4, 'latin1');
    bytes.fill(0, start! + hdr_size!, start! + size);
  }
  return { _id: contentName(bytes, 'mp4'), bytes, width, height };
}

/** Parses the structure only. Sample tables are skipped: a small file can claim huge ones. */
function boxesOf(data: Buffer): ISOFile {
  const file = createFile();
  file.buildSampleLists = () => {};
  // Unreadable boxes are missing in the result and reported to the uploader. The library also logs some of them to stderr.
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

/** The codec of the first sample entry, after version, count and entry size. */
const codecOf = (track: Box): string =>
  Buffer.from(at(track, 'mdia', 'minf', 'stbl', 'stsd')?.data ?? []).toString('latin1', 12, 16);

/** Metadata boxes at every level. */
const metadataBoxesIn = (boxes: readonly Box[]): Box[] =>
  boxes.flatMap((box) => (METADATA_BOXES.has(box.type) ? [box] : metadataBoxesIn(childrenOf(box))));
