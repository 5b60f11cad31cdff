import fs from 'node:fs';
import path from 'node:path';
import { collectProcessMetrics, registry as kitRegistry } from '@shop/service-kit/metrics';
import { parse } from 'yaml';
import { createMetrics } from '../../shell/src/server/metrics.ts';
import { ROOT } from '../config.ts';
import { SERVICES } from '../run/programs.ts';

export const FOLDER = import.meta.dirname;
/** Where one of the shop's parts declares metrics of its own. */
const DECLARATIONS = ['services/*/src/**/*-metrics.ts', 'gateway/src/metrics.ts'];
/** Given to every sample by the scrape. */
const OF_SCRAPE = ['job', 'instance'];

export const SERVICE_NAMES: readonly string[] = SERVICES.map(({ name }) => name);
export const PARTS: readonly string[] = [...SERVICE_NAMES, 'gateway', 'shell'];

export interface Listed {
  labels: ReadonlySet<string>;
  /** The shop's parts that may have samples of it. */
  parts: ReadonlySet<string>;
  /** A metric of the shop, not of its runtime or of an exporter. */
  isOwn: boolean;
}

interface Declared {
  name: string;
  labelNames?: readonly string[];
  type?: string;
}
interface Registered {
  getMetricsAsArray(): unknown[];
}

/** Every series that Prometheus can have of the shop, by the name of its metric: asked of the registries of the parts. */
export async function listMetrics(): Promise<Map<string, Listed>> {
  const listing = new Map<string, Listed>();
  const add = (name: string, labels: readonly string[], parts: readonly string[], isOwn: boolean) => {
    const known = listing.get(name);
    listing.set(name, {
      labels: new Set([...(known?.labels ?? []), ...labels, ...OF_SCRAPE, ...(parts.length > 0 ? ['service'] : [])]),
      parts: new Set([...(known?.parts ?? []), ...parts]),
      isOwn,
    });
  };
  const addAll = (metrics: unknown[], parts: readonly string[]) => {
    for (const { name, labelNames = [], type } of metrics as Declared[]) {
      const isOwn = !/^(process|nodejs)_/.test(name);
      if (type !== 'histogram') add(name, labelNames, parts, isOwn);
      else
        for (const each of ['bucket', 'sum', 'count'])
          add(`${name}_${each}`, each === 'bucket' ? [...labelNames, 'le'] : labelNames, parts, isOwn);
    }
  };
  const counted = (registry: Registered) => registry.getMetricsAsArray().length;

  collectProcessMetrics('listing');
  addAll(kitRegistry.getMetricsAsArray(), [...SERVICE_NAMES, 'gateway']);
  for (const file of fs.globSync(DECLARATIONS, { cwd: ROOT }).toSorted()) {
    const before = counted(kitRegistry);
    await import(path.join(ROOT, file));
    const [room, service] = file.split('/') as [string, string];
    addAll(kitRegistry.getMetricsAsArray().slice(before), [room === 'services' ? service : room]);
  }
  addAll(createMetrics().registry.getMetricsAsArray(), ['shell']);

  add('up', [], [], false);
  const exporters = JSON.parse(fs.readFileSync(path.join(FOLDER, 'exporters.json'), 'utf8')) as Record<
    string,
    Record<string, string[]>
  >;
  for (const metrics of Object.values(exporters)) {
    for (const [name, labels] of Object.entries(metrics)) add(name, labels, [], false);
  }
  for (const { record } of rules()) if (record) add(record, [], [], false);
  return listing;
}

export interface Rule {
  record?: string;
  alert?: string;
  expr: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

export function rules(): Rule[] {
  const { groups } = parse(fs.readFileSync(path.join(FOLDER, 'alerts.yml'), 'utf8')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap((group) => group.rules);
}

export interface Panel {
  title: string;
  targets?: { expr: string; legendFormat: string }[];
}
export interface Dashboard {
  uid: string;
  title: string;
  panels: (Panel & { id: number; gridPos: { x: number; y: number; w: number; h: number } })[];
}

/** By file name. */
export const dashboards = (): Map<string, Dashboard> =>
  new Map(
    fs
      .globSync('dashboards/*.json', { cwd: FOLDER })
      .toSorted()
      .map((file) => [file, JSON.parse(fs.readFileSync(path.join(FOLDER, file), 'utf8')) as Dashboard]),
  );
