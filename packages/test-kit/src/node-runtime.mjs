import fs from 'node:fs';
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import JestRuntime from 'jest-runtime';
import { setJestGlobals } from './jest-globals.mjs';

const require = createRequire(import.meta.url);

/** Of the test file that runs. */
let current;
let imports = 0;
/** By the address of the transformed file. */
const sourceMaps = new Map();

// Set by jest-circus for one test file.
const OF_ONE_FILE = ['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL'].map((name) => Symbol.for(name));

const ES_MODULE = {
  isInternalModule: false,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsStaticESM: true,
  supportsTopLevelAwait: true,
};

/**
 * Runs test files in Node itself, which loads each module once per process; jest's own runtime loads and links all of them again
 * in a `vm` context for each test file (ADR 0041). Test files of a project share modules, so `jest.mock` does not work here.
 */
export default class NodeRuntime extends JestRuntime {
  #transformer;
  #transformed;
  #mapped;
  #testPath;

  constructor(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig) {
    super(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig);
    this.#transformer = transformer;
    this.#transformed = config.transform.map(([pattern]) => new RegExp(pattern));
    this.#mapped = config.moduleNameMapper.map(([pattern, target]) => [new RegExp(pattern), target]);
    this.#testPath = testPath;
    if (!current) {
      enableCompileCache(path.join(config.cacheDirectory, 'compiled'));
      registerHooks({ resolve, load });
    }
    current = this;
  }

  /** `moduleNameMapper` */
  nameOf(specifier) {
    return this.#mapped.find(([pattern]) => pattern.test(specifier))?.[1] ?? specifier;
  }

  /** Undefined for a file that no `transform` is for. */
  transform(file) {
    if (!this.#transformed.some((pattern) => pattern.test(file)) || !this.#transformer.shouldTransform(file)) return;
    return this.#transformer.transform(
      file,
      this._getFullTransformationOptions(ES_MODULE),
      fs.readFileSync(file, 'utf8'),
    );
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** Test files and set-up files, which are evaluated for each test file. */
  unstable_importModule(file) {
    return import(`${pathToFileURL(file).href}?${++imports}`);
  }

  /** The part of jest-circus that collects and runs the tests of one file. */
  requireInternalModule(file) {
    for (const symbol of OF_ONE_FILE) delete globalThis[symbol];
    delete require.cache[file];
    return require(file);
  }

  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    setJestGlobals(this.jestGlobals.cjsGlobals(this.#testPath));
  }

  getSourceMaps() {
    return sourceMaps;
  }

  /** Would replace the one of this process. */
  installGetBuiltinModule() {}
}

function resolve(specifier, context, next) {
  return next(specifier === '@jest/globals' ? '@shop/test-kit/jest-globals' : current.nameOf(specifier), context);
}

function load(url, context, next) {
  const transformed = url.startsWith('file:') ? current.transform(fileURLToPath(url)) : undefined;
  if (!transformed) return next(url, context);
  const { code, sourceMapPath } = transformed;
  if (sourceMapPath) sourceMaps.set(url, sourceMapPath);
  return { source: code, format: code.startsWith('module.exports') ? 'commonjs' : 'module', shortCircuit: true };
}
