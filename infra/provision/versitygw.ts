import { execa } from 'execa';
import fs from 'node:fs';
import path from 'node:path';
import { CACHE_FOLDER, machineEnvironment } from '../config.ts';
import { privateFolder } from '../run/files.ts';
import type { Program } from '../run/process.ts';
import { findProgram } from './find.ts';

const VERSION = '1.8.0';
const PACKAGE = `github.com/versity/versitygw/cmd/versitygw@v${VERSION}`;

/** S3 for tests: the `versitygw` of this machine, else built once by `go`. @returns undefined on a machine without both */
export async function provideVersitygw(
  report: (what: string) => void = () => {},
  cache = CACHE_FOLDER,
): Promise<string | undefined> {
  const found = findProgram('versitygw');
  if (found) return found;
  const folder = path.join(cache, `versitygw-${VERSION}`);
  const built = path.join(folder, 'versitygw');
  if (fs.existsSync(built)) return built;
  const go = findProgram('go', '/usr/local/go/bin/go');
  if (!go) return undefined;
  report(`building versitygw ${VERSION}, an S3 server for tests`);
  const { failed } = await execa(go, ['install', PACKAGE], {
    env: { ...machineEnvironment(), GOBIN: folder },
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
  });
  // Without a network; the tests then run on a folder alone, and say so.
  return failed ? undefined : built;
}

/** S3 on loopback, with its buckets in `data`. */
export function versitygw(options: {
  program: string;
  port: number;
  keyId: string;
  secret: string;
  data: string;
  log: string;
}): Program & { url: string } {
  const { program, port, keyId, secret, data, log } = options;
  privateFolder(data);
  const url = `http://127.0.0.1:${port}`;
  return {
    name: 's3',
    command: program,
    args: ['--port', `127.0.0.1:${port}`, 'posix', data],
    cwd: data,
    port,
    url,
    env: { ...machineEnvironment(), ROOT_ACCESS_KEY: keyId, ROOT_SECRET_KEY: secret },
    log,
    ready: () => s3Answers(url),
  };
}

/** @returns why the S3 server at `url` does not answer, or undefined */
export async function s3Answers(url: string): Promise<string | undefined> {
  try {
    // Refused without a signature, which is an answer.
    await fetch(url, { signal: AbortSignal.timeout(2000) });
    return undefined;
  } catch (error) {
    return `S3 does not answer: ${((error as Error).cause as Error | undefined)?.message ?? (error as Error).message}`;
  }
}
