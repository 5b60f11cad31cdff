import fs from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { CACHE_FOLDER } from '../../infra/config.ts';
import { aptInstall } from '../../infra/provision/apt.ts';
import { CannotProvide } from '../../infra/provision/find.ts';

const VERSION = '4.32.5';
/** Of one role; the machine is shared with the shop. */
const REQUESTS_PER_MINUTE = 3_000;
/** The budget is checked between test cases. */
const OVERTIME_MS = 120_000;

/** Not among them: that all valid data are accepted, because the shop's rules say more than its schemas. */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/**
 * Schemathesis from PyPI, in a virtual environment under `.cache`.
 * @throws CannotProvide
 */
export async function provideSchemathesis(): Promise<string> {
  const folder = path.join(CACHE_FOLDER, `schemathesis-${VERSION}`);
  const program = path.join(folder, 'bin/schemathesis');
  const complete = path.join(folder, 'complete');
  if (fs.existsSync(complete)) return program;
  console.log(`Installing Schemathesis ${VERSION} (once)`);
  const install = async () => {
    await execa('python3', ['-m', 'venv', '--clear', folder]);
    await execa(path.join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', `schemathesis==${VERSION}`]);
  };
  try {
    await install().catch(async (error: Error) => {
      const why = await aptInstall(['python3', 'python3-venv']);
      if (why) throw new Error(`${error.message}\n${why}`, { cause: error });
      await install();
    });
  } catch (error) {
    throw new CannotProvide(`Schemathesis ${VERSION} could not be installed: ${(error as Error).message}`);
  }
  fs.writeFileSync(complete, '');
  return program;
}

export interface FuzzRun {
  program: string;
  /** OpenAPI document with examples. */
  document: string;
  /** Values for parameters and fields, see `fuzz_hooks.py`. */
  known: string;
  /** Before `/api/v1`. */
  url: string;
  seconds: number;
  seed: number;
  folder: string;
  role: string;
}

/** @returns its report, and whether it found nothing. */
export async function fuzz(run: FuzzRun): Promise<{ report: string; passed: boolean }> {
  const report = path.join(run.folder, 'logs', `fuzz-${run.role}.txt`);
  const { exitCode } = await execa(
    run.program,
    [
      ...['run', run.document, '--url', run.url, '--checks', CHECKS.join(',')],
      ...['--phases', 'examples,fuzzing,stateful,coverage', '--max-time', String(run.seconds)],
      // One worker: Python's parser, which Hypothesis uses, fails now and then when two threads parse at once.
      ...['--rate-limit', `${REQUESTS_PER_MINUTE}/m`, '--workers', '1', '--seed', String(run.seed)],
      ...['--continue-on-failure', '--request-timeout', '30', '--suppress-health-check', 'all'],
      ...['--generation-database', 'none', '--no-color', '--warnings', 'off'],
    ],
    {
      // Its caches belong to the run; the hooks are found beside this file.
      cwd: run.folder,
      env: {
        PYTHONPATH: import.meta.dirname,
        SCHEMATHESIS_HOOKS: 'fuzz_hooks',
        FUZZ_KNOWN: run.known,
        PYTHONDONTWRITEBYTECODE: '1',
      },
      stdout: { file: report },
      stderr: { file: report },
      reject: false,
      timeout: run.seconds * 1_000 + OVERTIME_MS,
    },
  );
  return { report, passed: exitCode === 0 };
}
