// `npm run packages`: writes the shipped npm packages into `.run/sbom.cdx.json` (CycloneDX) and asks the registry for known
// vulnerabilities in them. Fails for a high or critical one; a registry that answers no audits is said and is no failure.
import { execa } from 'execa';
import fs from 'node:fs';
import path from 'node:path';
import { machineEnvironment, ROOT } from '../config.ts';
import { type Lock, readLock } from '../lockfile.ts';
import { shippedPackages } from './licences.ts';

const SBOM_FILE = path.join(ROOT, '.run/sbom.cdx.json');
const REFUSED = ['high', 'critical'];
const AUDIT_WITHIN_MS = 60_000;

/** The shipped npm packages as CycloneDX 1.5. Not by `npm sbom`, which leaves out some of what the workspaces need. */
export function bom(lock: Lock) {
  const integrities = new Map(
    Object.entries(lock.packages).map(([place, { version = '', integrity }]) => [
      `${place.replace(/^.*node_modules\//, '')}@${version}`,
      integrity,
    ]),
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: 'jewellery-shop' } },
    components: shippedPackages(lock).map(({ name, version, licence, slices }) => ({
      type: 'library',
      'bom-ref': `${name}@${version}`,
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      licenses: [{ expression: licence }],
      hashes: hashesOf(integrities.get(`${name}@${version}`)),
      properties: slices.map((slice) => ({ name: 'slice', value: slice })),
    })),
  };
}

function hashesOf(integrity: string | undefined) {
  const [algorithm, hash] = integrity?.split('-', 2) ?? [];
  if (!algorithm || !hash) return [];
  return [
    { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') },
  ];
}

/** What `npm audit --json` found: one line for each package with a vulnerability that is refused; undefined: no audit. */
export function refusedVulnerabilities(answer: string): string[] | undefined {
  const vulnerabilities = vulnerabilitiesIn(answer);
  if (!vulnerabilities) return undefined;
  return Object.entries(vulnerabilities)
    .filter(([, { severity }]) => REFUSED.includes(severity))
    .map(([name, { severity, range }]) => `${name} ${range}: ${severity}`);
}

function vulnerabilitiesIn(answer: string): Record<string, { severity: string; range: string }> | undefined {
  try {
    return (JSON.parse(answer) as { vulnerabilities?: Record<string, { severity: string; range: string }> })
      .vulnerabilities;
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const made = bom(readLock());
  fs.mkdirSync(path.dirname(SBOM_FILE), { recursive: true });
  fs.writeFileSync(SBOM_FILE, `${JSON.stringify(made, null, 2)}\n`);
  console.log(`${made.components.length} packages are in ${path.relative(ROOT, SBOM_FILE)}`);
  // Without a network npm would try for minutes.
  const options = { cwd: ROOT, env: machineEnvironment(), extendEnv: false, reject: false, timeout: AUDIT_WITHIN_MS };
  // Its exit code is the same for findings and for failures.
  const { stdout } = await execa('npm', ['audit', '--json', '--omit', 'dev', '--package-lock-only'], options);
  const refused = refusedVulnerabilities(stdout);
  if (refused === undefined) console.log('Not audited: the registry answers no audits');
  else if (refused.length === 0) console.log('No high or critical vulnerability is known');
  else {
    console.error(
      `Vulnerable packages are shipped, see \`npm audit\`:\n${refused.map((line) => `  ${line}`).join('\n')}`,
    );
    process.exitCode = 1;
  }
}
