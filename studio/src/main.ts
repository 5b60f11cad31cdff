import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { modelOf } from '@shop/jewellery';
import { glbOf } from '@shop/jewellery/glb.ts';
import sharp from 'sharp';
import { Blender, install } from './blender.ts';
import { fileOf, PHOTOGRAPHS, readManifest, writeManifest } from './photographs.ts';
import { LOOK, plan, type Shot } from './plan.ts';

/**
 * Takes the photographs that are missing or whose model changed, and nothing else. Can be stopped at any time (Ctrl-C) and
 * goes on where it was.
 */
const { values } = parseArgs({
  options: {
    /** Only names that begin so: `AR-1001`. */
    only: { type: 'string' },
    /** At most so many. */
    limit: { type: 'string' },
    /** Says what is missing and takes nothing. */
    status: { type: 'boolean', default: false },
  },
});

const manifest = readManifest();
const wanted = plan().filter(({ name }) => name.startsWith(values.only ?? ''));
const known = new Set(plan().map(({ name }) => name));

/** What a photograph is made from: changes with the model, the view, and the look of the studio. */
const madeFrom = ({ model, view, width }: Shot, glb: Buffer, frame: unknown): string =>
  crypto
    .createHash('sha256')
    .update(JSON.stringify({ LOOK, view, width, frame, metal: model.metal }))
    .update(glb)
    .digest('hex')
    .slice(0, 16);

async function build({ model }: Shot) {
  const piece = modelOf(model);
  return { glb: Buffer.from(await glbOf(piece)), frame: piece.userData.frame as unknown };
}

if (values.status) {
  const bytes = wanted.reduce(
    (sum, { name }) => sum + (fs.existsSync(fileOf(name)) ? fs.statSync(fileOf(name)).size : 0),
    0,
  );
  const there = wanted.filter(({ name }) => manifest[name] && fs.existsSync(fileOf(name))).length;
  console.log(`${there} of ${wanted.length} photographs, ${(bytes / 2 ** 20).toFixed(1)} MiB`);
  process.exit(0);
}

for (const name of Object.keys(manifest).filter((one) => !known.has(one))) {
  fs.rmSync(fileOf(name), { force: true });
  delete manifest[name];
}
fs.mkdirSync(PHOTOGRAPHS, { recursive: true });
install();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'studio-'));
let blender = new Blender();
process.on('SIGINT', () => {
  blender.kill();
  fs.rmSync(folder, { recursive: true, force: true });
  process.exit(130);
});

let left = Number(values.limit ?? Infinity);
let number = 0;
for (const shot of wanted) {
  number++;
  if (left <= 0) break;
  const { glb, frame } = await build(shot);
  const source = madeFrom(shot, glb, frame);
  if (manifest[shot.name] === source && fs.existsSync(fileOf(shot.name))) continue;
  const began = performance.now();
  const model = path.join(folder, 'piece.glb');
  const out = path.join(folder, 'picture.png');
  fs.writeFileSync(model, glb);
  const {
    model: { metal },
    view,
    width,
  } = shot;
  try {
    await blender.photograph({ glb: model, metal, frame, pictures: [{ view, out, width }] });
  } catch (error) {
    console.error(`${shot.name}: ${(error as Error).message}`);
    process.exitCode = 1;
    blender = new Blender();
    continue;
  }
  const avif = await sharp(out).avif({ quality: 60, chromaSubsampling: '4:4:4' }).toBuffer();
  fs.writeFileSync(`${fileOf(shot.name)}.new`, avif);
  fs.renameSync(`${fileOf(shot.name)}.new`, fileOf(shot.name));
  manifest[shot.name] = source;
  writeManifest(manifest);
  left--;
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${number}/${wanted.length} ${shot.name}: ${(avif.length / 1024).toFixed(0)} KB, ${seconds} s`);
}
blender.close();
fs.rmSync(folder, { recursive: true, force: true });
