import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { modelOf, wornOf } from '@shop/jewellery';
import { glbOf } from '@shop/jewellery/glb.ts';
import sharp from 'sharp';
import { Blender, install, type Job } from './blender.ts';
import { CLIPS, PHOTOGRAPHS } from './photographs.ts';
import { clips, FRAMES, plan, RENDER_REVISION, type Shot } from './plan.ts';

/**
 * Renders the photographs that are missing or whose model changed. Interruptible at any time (Ctrl-C); the next run
 * resumes.
 */
const { values } = parseArgs({
  options: {
    /** Only names with this prefix: `AR-1001`. Repeatable. */
    only: { type: 'string', multiple: true, default: [''] },
    /** Maximum number of pictures. */
    limit: { type: 'string' },
    /** Clips instead of photographs. */
    clips: { type: 'boolean', default: false },
    /** Faster and smaller; a later run without it replaces drafts. */
    draft: { type: 'boolean', default: false },
    /** Prints what is missing and renders nothing. */
    status: { type: 'boolean', default: false },
  },
});

const pictureFolder = values.clips ? CLIPS : PHOTOGRAPHS;
const planned = values.clips ? clips() : plan();
const manifest = pictureFolder.readManifest();
const wanted = planned.filter(({ name }) => values.only.some((start) => name.startsWith(start)));
const known = new Set(planned.map(({ name }) => name));

const modelsOf = (shot: Shot) => ('scene' in shot ? shot.scene.pieces.map((_, i) => shot.models[i]!) : [shot.model]);

/** The model files, and the view of the piece. */
async function build(shot: Shot) {
  const isWorn = 'view' in shot && shot.view === 'worn';
  const pieces = modelsOf(shot).map(isWorn ? wornOf : modelOf);
  const glbs: Buffer[] = [];
  for (const piece of pieces) glbs.push(Buffer.from(await glbOf(piece)));
  return { glbs, frame: pieces[0]!.userData.frame as unknown };
}

/** Hash of a photograph's sources: changes with the models, the view, and the render settings. The keys are part of it. */
function sourceHash(shot: Shot, glbs: readonly Buffer[], frame: unknown): string {
  const inputs =
    'scene' in shot
      ? { LOOK: RENDER_REVISION, scene: shot.scene }
      : {
          LOOK: RENDER_REVISION,
          ...(values.clips && CLIP),
          view: shot.view,
          width: shot.width,
          frame,
          metal: shot.model.metal,
        };
  const hash = crypto.createHash('sha256').update(JSON.stringify(inputs));
  for (const glb of glbs) hash.update(glb);
  return hash.digest('hex').slice(0, 16);
}

/** The manifest's mark of a draft, which never equals the source of a full photograph. */
const draftOf = (source: string): string => `draft ${source}`;
const DRAFT = { width: 800, samples: 3, onStones: 6, fire: 3 };
/** Noise is invisible in motion. */
const CLIP = { samples: 4, onStones: 6, fire: 3, frames: FRAMES };
/** Sun through leaves makes soft edges, which need more samples. */
const SCENE = { samples: 14, onStones: 18, fire: 8 };

function jobOf(shot: Shot, files: string[], frame: unknown, out: string): Job {
  if ('scene' in shot) {
    const { set, pieces, width, aspect } = shot.scene;
    const draft = values.draft && { width: width * 0.7, samples: 8, onStones: 10, fire: 4 };
    return {
      set,
      pieces: pieces.map((piece, i) => ({ ...piece, glb: files[i]! })),
      frame: shot.scene.frame,
      pictures: [{ view: 'scene', out, width, aspect, ...SCENE, ...draft }],
    };
  }
  const { model, view, width } = shot;
  return {
    glb: files[0]!,
    metal: model.metal,
    frame,
    pictures: [{ view, out, width, ...(values.clips && CLIP), ...(values.draft && DRAFT) }],
  };
}

if (values.status) {
  const bytes = wanted.reduce(
    (sum, { name }) =>
      sum + (fs.existsSync(pictureFolder.fileOf(name)) ? fs.statSync(pictureFolder.fileOf(name)).size : 0),
    0,
  );
  const existing = wanted.filter(({ name }) => manifest[name] && fs.existsSync(pictureFolder.fileOf(name)));
  const drafts = existing.filter(({ name }) => manifest[name]!.startsWith('draft')).length;
  console.log(
    `${existing.length} of ${wanted.length} photographs (${drafts} of them drafts), ${(bytes / 2 ** 20).toFixed(1)} MiB`,
  );
  process.exit(0);
}

const unknown = Object.keys(manifest).filter((name) => !known.has(name));
for (const name of unknown) {
  fs.rmSync(pictureFolder.fileOf(name), { force: true });
  delete manifest[name];
}
if (unknown.length > 0) pictureFolder.writeManifest(manifest);
fs.mkdirSync(pictureFolder.folder, { recursive: true });
install();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'studio-'));
let blender = new Blender();
process.on('SIGINT', () => {
  blender.kill();
  fs.rmSync(folder, { recursive: true, force: true });
  process.exit(130);
});

let remaining = Number(values.limit ?? Infinity);
let number = 0;
for (const shot of wanted) {
  number++;
  if (remaining <= 0) break;
  const { glbs, frame } = await build(shot);
  const source = sourceHash(shot, glbs, frame);
  const done = manifest[shot.name];
  const isEnough = done === source || (values.draft && done === draftOf(source));
  if (isEnough && fs.existsSync(pictureFolder.fileOf(shot.name))) continue;
  const began = performance.now();
  const out = path.join(folder, values.clips ? 'clip.mp4' : 'picture.png');
  const files = glbs.map((glb, i) => {
    const file = path.join(folder, `piece-${i}.glb`);
    fs.writeFileSync(file, glb);
    return file;
  });
  try {
    await blender.photograph(jobOf(shot, files, frame, out));
  } catch (error) {
    console.error(`${shot.name}: ${(error as Error).message}`);
    process.exitCode = 1;
    blender = new Blender();
    continue;
  }
  const picture = values.clips
    ? fs.readFileSync(out)
    : await sharp(out).avif({ quality: 60, chromaSubsampling: '4:4:4' }).toBuffer();
  pictureFolder.put(shot.name, picture);
  pictureFolder.note(shot.name, values.draft ? draftOf(source) : source);
  remaining--;
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${number}/${wanted.length} ${shot.name}: ${(picture.length / 1024).toFixed(0)} KB, ${seconds} s`);
}
blender.close();
fs.rmSync(folder, { recursive: true, force: true });
