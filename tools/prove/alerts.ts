import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { eventually } from '@shop/test-kit';
import { execa, type ResultPromise } from 'execa';
import { parse, stringify } from 'yaml';
import { machineEnvironment, ROOT } from '../../infra/config.ts';
import { dashboards, FOLDER, type Listed, listMetrics, PARTS } from '../../infra/observability/listing.ts';
import { CannotProvide, findProgram } from '../../infra/provision/find.ts';
import { startWholeShop, type WholeShop } from './whole-shop.ts';

export const description =
  "Alert rules by promtool's unit tests; with --live a whole shop under a real Prometheus: every panel answers, nothing fires until a part hangs (needs Debian's prometheus, prometheus-node-exporter, prometheus-blackbox-exporter)";

const PORT_OFFSET = 1_500;
const TESTS = ['alerts.test.yml', 'alerts-days.test.yml'];
/** Of the scratch ports of the shop's own base. */
const PORTS = { prometheus: 1, blackbox: 2, machines: 3 };
const STEP = '1m';
/** Panels of what did not happen: errors, retries, bans, waiting work, and what is 0 and filtered. */
const MAY_BE_EMPTY =
  /5\.\.|4\.\.|> 0$|retried|banned|unroutable|refused|failed|return|refund\.|awaited|books|attention|dead|increase|user\.created|cert_expiry/;
/** The machine's, not the shop's. */
const OF_MACHINE = ['DiskFills', 'DiskFull'];
/** As the runbooks have them. */
const COMMANDS: [string, ...string[]][] = [
  ['events', 'lag'],
  ['events', 'dead'],
  ['events', 'dead', 'create-order-when-payment-captured'],
  ['events', 'refeed', 'payment', '--event', 'payment.captured.v1'],
  ['jobs'],
  ['jobs', 'payment'],
  ['jobs', 'retry', 'payment', 'refunds'],
  ['jobs', 'retry', 'cart-order', 'checkouts'],
  ['call', '--as', 'admin', '/admin/captures?show=all&limit=5'],
  ['call', '--as', 'admin', '/admin/payments/attention'],
  ['call', '/payment/methods'],
];

export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { live: { type: 'boolean', default: false } } });
  const promtool = programOf('promtool', 'prometheus');
  for (const command of [
    ['check', 'config', 'prometheus.yml'],
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', ...TESTS],
  ]) {
    const { failed, stdout, stderr } = await execa(promtool, command, { cwd: FOLDER, reject: false });
    console.log(`${failed ? '!' : ' '} promtool ${command.join(' ')}`);
    if (failed) {
      console.log(stdout, stderr);
      return false;
    }
  }
  return values.live ? live() : true;
}

function programOf(name: string, debian: string): string {
  const program = findProgram(name);
  if (!program) throw new CannotProvide(`${name} is not on this machine: apt-get install ${debian}`);
  return program;
}

async function live(): Promise<boolean> {
  const shop = await startWholeShop({ name: 'prove-alerts', portOffset: PORT_OFFSET });
  const folder = fs.mkdtempSync(path.join(ROOT, '.run/prometheus-'));
  const watched = new Watch(shop, folder);
  const wrong: string[] = [];
  const tell = (what: string, complaints: string[]) => {
    wrong.push(...complaints);
    console.log(
      [`${complaints.length > 0 ? '!' : ' '} ${what}`, ...complaints.map((each) => `    ${each}`)].join('\n'),
    );
  };
  try {
    await commandOn(shop, 'call', 'buy');
    watched.start();
    await eventually(async () => (await watched.downTargets()).length === 0, {
      what: 'every target being scraped',
      withinMs: 120_000,
    });
    let empty: string[] = [];
    await eventually(
      async () => {
        // A rate needs two scrapes after the first sample of its series, and a quantile an observation between them.
        await visit(shop);
        await commandOn(shop, 'call', 'buy');
        await addToCart(shop);
        empty = await emptyPanels(watched);
        return empty.length === 0;
      },
      { withinMs: 180_000, everyMs: 5_000 },
    ).catch(() => {});
    tell('panels answer', empty);
    tell('the listing is what parts export', await unlisted(watched));
    const failed: string[] = [];
    for (const command of COMMANDS) {
      const { exitCode, stderr } = await commandOn(shop, ...command);
      if (exitCode !== 0) failed.push(`npm run ${command.join(' ')}: ${stderr}`);
    }
    tell('commands of the runbooks run', failed);
    tell('no alert fires', await watched.firing());
    const { process: hanging } = shop.state.parts.find(({ name }) => name === 'payment')!;
    process.kill(hanging!.pid, 'SIGSTOP');
    try {
      await eventually(async () => (await watched.firing()).includes('PartDown'), {
        what: 'PartDown, while payment hangs',
        withinMs: 240_000,
        everyMs: 1_000,
      });
    } finally {
      process.kill(hanging!.pid, 'SIGCONT');
    }
    tell('PartDown fires while payment hangs', []);
    await eventually(async () => !(await watched.firing()).includes('PartDown'), {
      what: 'PartDown to end',
      withinMs: 120_000,
      everyMs: 1_000,
    });
    tell('and ends when it answers again', []);
    return wrong.length === 0;
  } finally {
    await watched.stop();
    await shop.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function visit({ state }: WholeShop): Promise<void> {
  const paths = ['/', '/product/group/AR-1042', '/search?q=ring', '/api/v1/products', '/api/v1/search?q=gold'];
  for (const each of [...paths, ...paths]) {
    const answer = await fetch(new URL(each, state.url));
    await answer.arrayBuffer();
  }
}

/** A purchase by `npm run call -- buy` has no cart. */
async function addToCart(shop: WholeShop): Promise<void> {
  const answer = await fetch(new URL('/api/v1/product/group/AR-1105', shop.state.url));
  const { product } = (await answer.json()) as { product: { _id: string } };
  const line = JSON.stringify({ productId: product._id, quantity: 1 });
  await commandOn(shop, 'call', '--as', 'emily', 'POST', '/cart', line);
}

const commandOn = ({ ports, state }: WholeShop, name: string, ...args: string[]) =>
  execa(process.execPath, [path.join(ROOT, 'tools', name, 'run.ts'), ...args], {
    cwd: ROOT,
    extendEnv: false,
    reject: false,
    env: {
      ...machineEnvironment(),
      SHOP_PORT_BASE: String(ports.edge),
      SHOP_RUN_FOLDER: path.dirname(path.dirname(state.parts[0]!.log)),
    },
  });

async function emptyPanels(watched: Watch): Promise<string[]> {
  const empty: string[] = [];
  for (const [file, { panels }] of dashboards()) {
    for (const { title, targets = [] } of panels) {
      for (const { expr } of targets) {
        const samples = await watched.ask(expr.replaceAll('$__rate_interval', STEP));
        if (samples.length === 0 && !MAY_BE_EMPTY.test(expr)) empty.push(`${file}: ${title}: ${expr}`);
      }
    }
  }
  return empty;
}

/** Series of the shop's parts and of the exporters that the listing does not have, or lists otherwise. */
async function unlisted(watched: Watch): Promise<string[]> {
  const listing = await listMetrics();
  const series = await watched.series('{__name__=~".+"}');
  // What Prometheus and its exporters say about themselves, and the alerts that wait, which have labels of a part.
  const ours = series.filter(
    ({ __name__: name, service }) =>
      !/^ALERTS(_FOR_STATE)?$/.test(name!) && (service !== undefined || listing.has(name!)),
  );
  const complaints = ours.flatMap(({ __name__: name, ...labels }) => {
    const listed: Listed | undefined = listing.get(name!);
    if (!listed) return [`${name} is exported and not listed`];
    if (listed.labels.size <= 2) return [];
    return Object.keys(labels)
      .filter((label) => !listed.labels.has(label))
      .map((label) => `${name} has the label ${label}, which is not listed`);
  });
  const found = new Set(series.map(({ __name__: name }) => name));
  const exporters = [
    'node_filesystem_avail_bytes',
    'node_filesystem_size_bytes',
    'probe_success',
    'probe_duration_seconds',
  ];
  return [...new Set(complaints)].concat(exporters.filter((name) => !found.has(name)).map((name) => `no ${name}`));
}

interface Answer<T> {
  status: string;
  error?: string;
  data: T;
}
type Labels = Record<string, string>;

/** Prometheus with the shipped configuration, addresses apart, and the two exporters. */
class Watch {
  readonly #programs: ResultPromise[] = [];
  readonly #shop: WholeShop;
  readonly #folder: string;

  constructor(shop: WholeShop, folder: string) {
    this.#shop = shop;
    this.#folder = folder;
  }

  start(): void {
    const address = (name: keyof typeof PORTS) => `127.0.0.1:${this.#port(name)}`;
    this.#run('prometheus-node-exporter', 'prometheus-node-exporter', [`--web.listen-address=${address('machines')}`]);
    this.#run('prometheus-blackbox-exporter', 'prometheus-blackbox-exporter', [
      `--config.file=${path.join(FOLDER, 'blackbox.yml')}`,
      `--web.listen-address=${address('blackbox')}`,
    ]);
    const config = path.join(this.#folder, 'prometheus.yml');
    fs.writeFileSync(config, stringify(this.#configuration()));
    this.#run('prometheus', 'prometheus', [
      `--config.file=${config}`,
      `--storage.tsdb.path=${path.join(this.#folder, 'data')}`,
      `--web.listen-address=${address('prometheus')}`,
    ]);
  }

  async stop(): Promise<void> {
    for (const program of this.#programs) program.kill();
    await Promise.allSettled(this.#programs);
  }

  #port(name: keyof typeof PORTS): number {
    return this.#shop.ports.scratch + PORTS[name];
  }

  #run(name: string, debian: string, args: string[]): void {
    const program = execa(programOf(name, debian), args, { stdio: 'ignore', reject: false });
    this.#programs.push(program);
  }

  #configuration(): object {
    const text = fs.readFileSync(path.join(FOLDER, 'prometheus.yml'), 'utf8');
    const config = parse(text) as {
      global: Labels;
      rule_files: string[];
      alerting?: object;
      scrape_configs: {
        job_name: string;
        dns_sd_configs?: object;
        static_configs?: object;
        relabel_configs?: { target_label: string; replacement?: string }[];
      }[];
    };
    Object.assign(config.global, { scrape_interval: '3s', scrape_timeout: '3s', evaluation_interval: '3s' });
    config.rule_files = [path.join(FOLDER, 'alerts.yml')];
    delete config.alerting;
    for (const scrape of config.scrape_configs) {
      delete scrape.dns_sd_configs;
      const url = this.#shop.state.parts.find(({ name }) => name === scrape.job_name)?.url;
      if (PARTS.includes(scrape.job_name)) scrape.static_configs = [{ targets: [new URL(url!).host] }];
      else if (scrape.job_name === 'machines') {
        scrape.static_configs = [{ targets: [`127.0.0.1:${this.#port('machines')}`] }];
      } else {
        const targets = ['/', '/api/v1/brand'].map((each) => new URL(each, this.#shop.state.url).href);
        scrape.static_configs = [{ targets }];
        const exporter = scrape.relabel_configs!.find(({ target_label }) => target_label === '__address__')!;
        exporter.replacement = `127.0.0.1:${this.#port('blackbox')}`;
      }
    }
    return config;
  }

  async #get<T>(pathname: string, parameters: Labels): Promise<T> {
    const url = new URL(`http://127.0.0.1:${this.#port('prometheus')}/api/v1/${pathname}`);
    url.search = new URLSearchParams(parameters).toString();
    const { status, error, data } = (await (await fetch(url)).json()) as Answer<T>;
    if (status !== 'success') throw new Error(`${url.search}: ${error}`);
    return data;
  }

  async ask(query: string): Promise<{ metric: Labels }[]> {
    return (await this.#get<{ result: { metric: Labels }[] }>('query', { query })).result;
  }

  series(match: string): Promise<Labels[]> {
    return this.#get<Labels[]>('series', { 'match[]': match });
  }

  async firing(): Promise<string[]> {
    const samples = await this.ask('ALERTS{alertstate="firing"}');
    return samples.map(({ metric }) => metric['alertname']!).filter((name) => !OF_MACHINE.includes(name));
  }

  /** Targets that are not scraped yet, or not successfully. */
  async downTargets(): Promise<string[]> {
    const found = await this.#get<{ activeTargets: { scrapeUrl: string; health: string }[] }>('targets', {
      state: 'active',
    }).catch(() => undefined);
    if (!found || found.activeTargets.length === 0) return ['Prometheus'];
    return found.activeTargets.filter(({ health }) => health !== 'up').map(({ scrapeUrl }) => scrapeUrl);
  }
}
