import fs from 'node:fs';
import path from 'node:path';

/** `broken` holds the walls' examples, which document nothing. */
const EXCLUDED_FOLDERS = /^(node_modules|dist|broken|\..*)$/;
const SOURCE = /^[\w@.][\w@./*-]*\.(ts|tsx|mjs|css|py|yml)$/;

/** Links, files and scripts that documents name and that do not exist: `README.md: … is not there`. */
export function documentComplaints(root: string): string[] {
  const known = fs.globSync('**/*', { cwd: root, exclude: (name) => EXCLUDED_FOLDERS.test(path.basename(name)) });
  const documents = known.filter((file) => file.endsWith('.md'));
  return [
    ...unlistedDecisions(root, documents),
    ...documents.flatMap((file) => {
      const text = fs.readFileSync(path.join(root, file), 'utf8').replaceAll(/^```.*?^```$/gms, '');
      const missing = [...missingLinks(root, file, text), ...missingFiles(known, text), ...missingScripts(root, text)];
      return missing.map((name) => `${file}: ${name} is not there`);
    }),
  ];
}

/** Decisions that the table of docs/adr/README.md leaves out. */
function unlistedDecisions(root: string, documents: readonly string[]): string[] {
  const list = path.join(root, 'docs/adr/README.md');
  const table = fs.existsSync(list) ? fs.readFileSync(list, 'utf8') : '';
  return documents
    .filter((file) => /^docs\/adr\/\d{4}-.+\.md$/.test(file) && !table.includes(`](${path.basename(file)})`))
    .map((file) => `docs/adr/README.md: ${path.basename(file)} is not listed`);
}

function missingLinks(root: string, file: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!).filter((link) => !/^\w+:/.test(link));
  return links.filter((link) => {
    const [to = '', heading] = link.split('#');
    const target = path.join(root, to === '' ? file : path.join(path.dirname(file), to));
    return !fs.existsSync(target) || (heading !== undefined && !headingsOf(target).includes(heading));
  });
}

const headingsOf = (file: string): string[] =>
  [...fs.readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

/** Files in code spans, matched by the end of their path: `cart.service.ts`, `src/config.ts`. */
function missingFiles(known: readonly string[], text: string): string[] {
  const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  return named
    .filter((span) => SOURCE.test(span))
    .filter(
      (span) => !known.some((file) => path.matchesGlob(`/${file}`, `/**/${span.replace(/^@shop\/[\w-]+\//, '')}`)),
    );
}

function missingScripts(root: string, text: string): string[] {
  const scriptsOf = (folder: string) =>
    (JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as { scripts?: object }).scripts ??
    {};
  const runs = [...text.matchAll(/npm run ([\w:-]+)(?: -w @shop\/([\w-]+))?/g)];
  return runs
    .filter(([, script, of]) => !Object.hasOwn(scriptsOf(of ? `packages/${of}` : '.'), script!))
    .map(([run]) => run);
}
