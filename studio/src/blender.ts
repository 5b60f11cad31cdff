import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

const STUDIO = path.dirname(import.meta.dirname);
const ENVIRONMENT = path.join(path.dirname(STUDIO), '.cache/studio');
const PYTHON = path.join(ENVIRONMENT, 'bin/python');

/** Blender 4.5 LTS as a Python module; requires Python 3.11. */
const PACKAGES = ['bpy==4.5.15', 'numpy<2', 'opencv-python-headless<4.12', 'imageio-ffmpeg==0.6.0'];
/** Shared libraries that Blender links to (Debian names). */
const LIBRARIES = ['libx11-6', 'libxrender1', 'libxfixes3', 'libxi6', 'libxkbcommon0', 'libsm6', 'libice6', 'libgl1'];

/** Installs missing packages. @throws Error that says what to install by hand */
export function install(): void {
  if (!fs.existsSync(PYTHON)) {
    console.log('Installing Blender as a Python module (about 400 MB)');
    try {
      execFileSync('python3.11', ['-m', 'venv', ENVIRONMENT], { stdio: 'inherit' });
      execFileSync(path.join(ENVIRONMENT, 'bin/pip'), ['install', '--quiet', ...PACKAGES], { stdio: 'inherit' });
    } catch (error) {
      fs.rmSync(ENVIRONMENT, { recursive: true, force: true });
      throw new Error('Blender could not be installed: it needs Python 3.11 with venv, and the Python package index', {
        cause: error,
      });
    }
  }
  try {
    execFileSync(PYTHON, ['-c', 'import bpy, cv2, imageio_ffmpeg'], { stdio: 'pipe' });
  } catch (error) {
    const output = String((error as { stderr?: Buffer }).stderr ?? error).trim();
    throw new Error(`Blender does not start. On Debian: apt-get install ${LIBRARIES.join(' ')}\n${output}`, {
      cause: error,
    });
  }
}

interface Picture {
  view: string;
  out: string;
  width: number;
  /** Height over width. */
  aspect?: number;
  samples?: number;
  onStones?: number;
  fire?: number;
  /** Number of frames of a clip, in which the piece turns once. */
  frames?: number;
}

/** A single piece: the file of its model, its metal, and its view (`Frame` of @shop/jewellery); or a scene. */
export type Job = (
  { glb: string; metal: string; frame: unknown } | { set: string; pieces: readonly { glb: string }[]; frame: unknown }
) & { pictures: Picture[] };

/** A Blender process that runs jobs sequentially. */
export class Blender {
  readonly #process: ChildProcess;
  #settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  #left = 0;
  #stderr = '';

  constructor() {
    // The lowest priority: rendering must not slow down other work on the machine.
    this.#process = spawn('nice', ['-n', '19', PYTHON, 'render.py'], {
      cwd: path.join(STUDIO, 'blender'),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    createInterface({ input: this.#process.stdout! }).on('line', (line) => {
      if (!line.startsWith('done ')) return;
      if (--this.#left === 0) this.#settle?.resolve();
    });
    this.#process.stderr!.on('data', (chunk: Buffer) => (this.#stderr = (this.#stderr + String(chunk)).slice(-4000)));
    this.#process.on('exit', (code) =>
      this.#settle?.reject(new Error(`Blender exited with ${code}:\n${this.#stderr}`)),
    );
  }

  photograph(job: Job): Promise<void> {
    this.#left = job.pictures.length;
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#process.stdin!.write(`${JSON.stringify(job)}\n`);
    });
  }

  close(): void {
    this.#settle = undefined;
    this.#process.stdin!.end();
  }

  kill(): void {
    this.#settle = undefined;
    this.#process.kill('SIGKILL');
  }
}
