import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { calls, events, wirePath } from '@shop/contracts';
import { parse } from 'yaml';
import { ROOT } from '../config.ts';
import { DEFAULT_PORT_BASE, portsFrom } from '../ports.ts';
import { SERVICES } from '../run/programs.ts';
import { dashboards, FOLDER, type Listed, listMetrics, PARTS, rules, SERVICE_NAMES } from './listing.ts';
import { readQuery, type Selector } from './promql.ts';

const RUNBOOKS = path.join(ROOT, 'docs/runbooks');
const SECTIONS = ['It means', 'Shoppers', 'Look first', 'Mend', 'Afterwards'];

let listing: Map<string, Listed>;
beforeAll(async () => void (listing = await listMetrics()));

const sources = fs
  .globSync('services/*/src/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.spec.ts'))
  .map((file) => fs.readFileSync(path.join(ROOT, file), 'utf8'))
  .concat(fs.readFileSync(path.join(ROOT, 'packages/service-kit/src/events/tidy-outbox.ts'), 'utf8'));
const namesIn = (text: RegExp) =>
  new Set(sources.flatMap((source) => [...source.matchAll(text)].map(([, name]) => name!)));

/** What a label may be, where the code says so. */
const VALUES: Record<string, () => Set<string>> = {
  event: () => new Set(events.map(({ name }) => name)),
  service: () => new Set(PARTS),
  route: () => new Set([...calls.map(wirePath), '/health/ready', '/health/live', '/metrics']),
  method: () => new Set(calls.map(({ method }) => method)),
  handler: () => namesIn(/(?:work|broadcast)\('([\w-]+)'/g),
};
/** A job of the shop, or of the scrape. */
const jobsOf = (metric: string) =>
  /^jobs?_/.test(metric)
    ? namesIn(/(?:jobs\.add(?:Recurring)?(?:<\w+>)?\(\{\s*name: '([\w-]+)')/g)
    : new Set(scrapeConfigs().map(({ job_name }) => job_name));

interface ScrapeConfig {
  job_name: string;
  honor_labels?: boolean;
  dns_sd_configs?: { names: string[]; port: number }[];
}
const scrapeConfigs = () =>
  (parse(fs.readFileSync(path.join(FOLDER, 'prometheus.yml'), 'utf8')) as { scrape_configs: ScrapeConfig[] })
    .scrape_configs;

function complaints(expression: string): string[] {
  const { selectors, groupings } = readQuery(expression.replaceAll('$__rate_interval', '5m'));
  const known = selectors.map(({ metric }) => listing.get(metric));
  const unknown = selectors.filter((_, index) => !known[index]).map(({ metric }) => `no part exports ${metric}`);
  const labels = new Set(known.flatMap((listed) => [...(listed?.labels ?? [])]));
  return [
    ...unknown,
    ...groupings.filter((label) => !labels.has(label)).map((label) => `nothing has the label ${label}`),
    ...selectors.flatMap((selector, index) => (known[index] ? complaintsAbout(selector, known[index]) : [])),
  ];
}

function complaintsAbout({ metric, matchers }: Selector, { labels, parts }: Listed): string[] {
  return matchers.flatMap(({ label, operator, value }) => {
    if (!labels.has(label)) return [`${metric} has no label ${label}`];
    if (value === '' || operator.startsWith('!')) return [];
    const possible = label === 'job' ? jobsOf(metric) : VALUES[label]?.();
    if (!possible) return [];
    const wanted = new RegExp(`^(?:${operator === '=' ? RegExp.escape(value) : value})$`);
    const found = [...possible].filter((each) => wanted.test(each));
    if (found.length === 0) return [`${label} of ${metric} is never ${value}`];
    return label === 'service' && parts.size > 0 && !found.some((each) => parts.has(each))
      ? [`${value} does not export ${metric}`]
      : [];
  });
}

/** Labels that a legend or a summary shows, as far as the expression cannot have them. */
function unshowable(text: string, name: RegExp, expression: string): string[] {
  const { selectors, groupings } = readQuery(expression.replaceAll('$__rate_interval', '5m'));
  const kept = groupings.length > 0 || /\b(sum|max|min|count)\b/.test(expression);
  const labels = kept ? groupings : selectors.flatMap(({ metric }) => [...(listing.get(metric)?.labels ?? [])]);
  // `absent` has the labels that it is asked for.
  const asked = selectors.flatMap(({ matchers }) => matchers.map(({ label }) => label));
  return [...text.matchAll(name)].map(([, label]) => label!).filter((label) => ![...labels, ...asked].includes(label));
}

describe('the listing of metrics', () => {
  it('is of what parts export, with the labels of each', () => {
    expect(listing.get('events_dead_letters')).toEqual({
      labels: new Set(['handler', 'job', 'instance', 'service']),
      parts: new Set([...SERVICE_NAMES, 'gateway']),
      isOwn: true,
    });
    expect(listing.get('payment_books_amount')!.parts).toEqual(new Set(['payment']));
    expect(listing.get('shell_page_seconds_bucket')!.labels).toContain('le');
    expect(listing.get('process_start_time_seconds')!.parts).toEqual(new Set(PARTS));
  });

  it('refuses what is not there', () => {
    expect(complaints('sum(rate(no_such_total[5m]))')).toEqual(['no part exports no_such_total']);
    expect(complaints('sum by (colour) (events_dead_letters)')).toEqual(['nothing has the label colour']);
    expect(complaints('events_published_total{event="order.made.v1"}')).toEqual([
      'event of events_published_total is never order.made.v1',
    ]);
    expect(complaints('payment_books_amount{service="catalog"}')).toEqual([
      'catalog does not export payment_books_amount',
    ]);
    expect(complaints('jobs_failing{job="refund"}')).toEqual(['job of jobs_failing is never refund']);
    expect(() => complaints('sum(')).toThrow('not PromQL');
  });
});

describe('each dashboard', () => {
  it('is there: shop, money, events, pages', () => {
    expect([...dashboards().values()].map(({ uid }) => uid).toSorted()).toEqual([
      'shop-events',
      'shop-money',
      'shop-pages',
      'shop-shop',
    ]);
  });

  it.each([...dashboards()])('%s asks only for metrics and labels that exist', (_, { panels }) => {
    const wrong = panels.flatMap(({ title, targets = [] }) =>
      targets.flatMap(({ expr, legendFormat }) =>
        [...complaints(expr), ...unshowable(legendFormat, /\{\{(\w+)\}\}/g, expr)].map((what) => `${title}: ${what}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each([...dashboards()])('%s has its panels beside each other', (_, { panels }) => {
    const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_each, index) => `${x + (index % w)}/${y + Math.floor(index / w)}`),
    );
    expect(new Set(places).size).toBe(places.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  it('or a rule shows every metric of the shop', () => {
    const shown = new Set(
      [...dashboards().values()]
        .flatMap(({ panels }) => panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)))
        .concat(rules().map(({ expr }) => expr))
        .flatMap((expr) => readQuery(expr.replaceAll('$__rate_interval', '5m')).selectors)
        .map(({ metric }) => metric.replace(/_(bucket|sum|count)$/, '')),
    );
    const own = [...listing].filter(([, { isOwn }]) => isOwn).map(([name]) => name.replace(/_(bucket|sum|count)$/, ''));
    expect([...new Set(own)].filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe('each alert', () => {
  const alerts = rules().flatMap((rule) => (rule.alert === undefined ? [] : [{ ...rule, alert: rule.alert }]));

  it.each(rules().map((rule) => [rule.alert ?? rule.record!, rule] as const))(
    '%s asks only for what exists',
    (_, rule) => {
      const { summary = '' } = rule.annotations ?? {};
      expect([...complaints(rule.expr), ...unshowable(summary, /\$labels\.(\w+)/g, rule.expr)]).toEqual([]);
    },
  );

  it('has a severity, a summary and a runbook of its own kind', () => {
    for (const { alert, labels, annotations } of alerts) {
      expect([alert, ['page', 'ticket'].includes(labels!['severity']!)]).toEqual([alert, true]);
      expect(annotations).toEqual({
        summary: expect.any(String),
        runbook: expect.stringMatching(/^docs\/runbooks\/[a-z-]+\.md$/),
      });
    }
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });

  it('is made to fire in a unit test, and not to fire in another', () => {
    const tests = ['alerts.test.yml', 'alerts-days.test.yml'].flatMap(
      (file) =>
        (
          parse(fs.readFileSync(path.join(FOLDER, file), 'utf8')) as {
            tests: { promql_expr_test: { expr: string; exp_samples: unknown[] }[] }[];
          }
        ).tests,
    );
    const tried = tests.flatMap(({ promql_expr_test }) => promql_expr_test);
    const namesWhere = (isFiring: boolean) =>
      new Set(
        tried
          .filter(({ exp_samples }) => exp_samples.length > 0 === isFiring)
          .map(({ expr }) => /alertname="(\w+)"/.exec(expr)![1]),
      );
    const [firing, silent] = [namesWhere(true), namesWhere(false)];
    expect(alerts.filter(({ alert }) => !firing.has(alert)).map(({ alert }) => alert)).toEqual([]);
    // Elsewhere in both files: nothing of theirs is there.
    expect(silent.size).toBeGreaterThan(15);
  });
});

describe('each runbook', () => {
  const files = fs.readdirSync(RUNBOOKS).filter((file) => file !== 'README.md');
  const commands = Object.keys(
    (JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: object }).scripts,
  );
  const exported = (folder: string) =>
    fs.readdirSync(path.join(ROOT, folder)).map((file) => path.basename(file, '.ts'));
  /** What a command's first argument may be. */
  const FIRST: Record<string, () => string[]> = {
    events: () => ['lag', 'dead', 'show', 'replay', 'refeed'],
    jobs: () => [...SERVICE_NAMES, 'retry', '<service>'],
    prove: () => exported('tools/prove'),
    bench: () => exported('tools/bench'),
    migrate: () => [...SERVICE_NAMES, '<service>'],
  };

  it('belongs to an alert, and each alert has one', () => {
    const named = new Set(rules().flatMap(({ annotations }) => annotations?.['runbook'] ?? []));
    expect([...named].toSorted()).toEqual(files.map((file) => `docs/runbooks/${file}`).toSorted());
    const list = fs.readFileSync(path.join(RUNBOOKS, 'README.md'), 'utf8');
    for (const { alert, annotations } of rules().filter((rule) => rule.alert !== undefined)) {
      const row = list.split('\n').find((line) => line.includes(`](${path.basename(annotations!['runbook']!)})`));
      expect([alert, row?.includes(`\`${alert}\``)]).toEqual([alert, true]);
    }
  });

  it.each(files)('%s says what it means, what shoppers feel, where to look and how to mend it', (file) => {
    const text = fs.readFileSync(path.join(RUNBOOKS, file), 'utf8');
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(SECTIONS);
    for (const section of text.split(/^## .+$/m).slice(1)) expect(section.trim().length).toBeGreaterThan(10);
  });

  it.each(files)('%s names commands that exist', (file) => {
    const text = fs.readFileSync(path.join(RUNBOOKS, file), 'utf8');
    const wrong = [...text.matchAll(/npm run ([\w:-]+)(?: -- (\S+?))?[` ]/g)].filter(([, script, argument]) => {
      const possible = FIRST[script!]?.();
      return !commands.includes(script!) || (argument !== undefined && possible && !possible.includes(argument));
    });
    expect(wrong.map(([command]) => command)).toEqual([]);
  });
});

describe('the scrape', () => {
  it('is of every part at its port, and leaves the labels that parts give', () => {
    const ports = portsFrom(DEFAULT_PORT_BASE);
    const expected = new Map<string, number>([
      ...SERVICES.map(({ name, port }) => [name, ports[port]] as const),
      ['gateway', ports.gateway],
      ['shell', ports.shell],
    ]);
    const parts = scrapeConfigs().filter(({ job_name }) => expected.has(job_name));
    expect(new Map(parts.map(({ job_name, dns_sd_configs }) => [job_name, dns_sd_configs![0]!.port]))).toEqual(
      expected,
    );
    for (const { job_name, honor_labels, dns_sd_configs } of parts) {
      expect([honor_labels, dns_sd_configs![0]!.names]).toEqual([true, [job_name, `${job_name}-copies.shop.svc`]]);
    }
  });
});
