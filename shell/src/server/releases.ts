import crypto from 'node:crypto';
import { readRegistry, readRelease } from '@shop/build/bundle';
import { currentOf, type Registry, type StoredRelease, versionBefore } from '@shop/build/registry';
import type { Storage } from '@shop/storage';
import type { FastifyInstance } from 'fastify';

type Described = Pick<StoredRelease, 'publishedAt' | 'commit' | 'bytes'>;

/**
 * What is live of the frontends and was before, for content, which answers staff (`content.Releases`). Of the storage, and not of the
 * registry that this server renders with: that may be an older one for a moment.
 */
export function addReleases(app: FastifyInstance, storage: Storage, tokens: readonly string[]): void {
  const isToken = oneOf(tokens);
  // A bundle never changes, and one that was removed is in no history.
  const known = new Map<string, Described>();
  const describe = async (slice: string, version: string): Promise<Described | undefined> => {
    const key = `${slice}/${version}`;
    const release = known.get(key) ?? (await readRelease(storage, slice, version).catch(() => undefined));
    if (release) {
      const { publishedAt, commit, bytes } = release;
      known.set(key, { publishedAt, ...(commit && { commit }), ...(bytes !== undefined && { bytes }) });
    }
    return release;
  };
  app.get('/internal/releases', async (request, reply) => {
    // As if it were not there.
    if (!isToken(request.headers['x-service-token'])) return reply.code(404).send();
    reply.header('cache-control', 'no-store');
    const read = await readRegistry(storage);
    return read ? releasesOf(read.registry, describe) : { frontends: [], changes: [] };
  });
}

async function releasesOf(
  registry: Registry,
  describe: (slice: string, version: string) => Promise<Described | undefined>,
) {
  const { history, retired = {}, waiting = {}, changes = [] } = registry;
  const frontends = Object.keys(history).map(async (slice) => {
    const live = currentOf(registry, slice)?.version;
    const at = history[slice]!.indexOf(live ?? '');
    const versions = history[slice]!.map(async (version, index) => {
      const described = await describe(slice, version);
      return {
        version,
        state: version === live ? 'live' : index < at ? 'rolled-back' : 'before',
        publishedAt: described?.publishedAt ?? null,
        retiredAt: (version !== live && retired[slice]?.[version]) || null,
        commit: described?.commit ?? null,
        bytes: described?.bytes ?? null,
      };
    });
    return {
      slice,
      liveSince: changes.find((change) => change.slice === slice && change.version === live)?.at ?? null,
      versions: await Promise.all(versions),
      before: versionBefore(registry, slice) ?? null,
      waiting: waiting[slice] ?? null,
    };
  });
  return { frontends: await Promise.all(frontends), changes };
}

/** Compared by their digests, which have one length. */
function oneOf(tokens: readonly string[]): (sent: unknown) => boolean {
  const digest = (text: string) => crypto.hash('sha256', text, 'buffer');
  const known = tokens.map(digest);
  return (sent) => typeof sent === 'string' && known.some((one) => crypto.timingSafeEqual(one, digest(sent)));
}
