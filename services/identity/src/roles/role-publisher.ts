import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { CONFIG, Jobs, Redis, staffRoleKey } from '@shop/service-kit';
import type { Config } from '../variables.ts';
import type { Role } from './role.schema.ts';
import { permissionsOfRole } from './split-permissions.rules.ts';
import { RolesRepository } from './roles.repository.ts';

/** Keeps the newest of two concurrent writers' roles. */
const PUBLISH = `
local text = redis.call('GET', KEYS[1])
if text and cjson.decode(text).version > tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
return 1`;

/**
 * Writes to Redis what people of the shop's own roles may do, where gateway and services read it with every call of theirs. With each
 * change, and again and again: what did not arrive, or was lost there, holds some seconds later.
 */
@Injectable()
export class RolePublisher implements OnModuleInit {
  readonly #logger = new Logger(RolePublisher.name);

  constructor(
    private readonly roles: RolesRepository,
    private readonly redis: Redis,
    private readonly jobs: Jobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const everyMs = this.config.ROLES_PUBLISH_EVERY;
    this.jobs.addRecurring({
      name: 'publish-roles',
      everyMs,
      retry: { firstMs: everyMs, maxMs: everyMs },
      run: async () => {
        for (const role of await this.roles.all()) await this.#write(role);
      },
    });
  }

  /** After the commit of a change. */
  async publish(role: Role): Promise<void> {
    await this.#write(role).catch((error: unknown) =>
      this.#logger.warn('A role could not be published; it is tried again', error),
    );
  }

  async #write({ _id, permissions, version }: Role): Promise<void> {
    await this.redis.client.eval(PUBLISH, {
      keys: [this.redis.key(staffRoleKey(_id))],
      arguments: [JSON.stringify({ version, permissions: permissionsOfRole(permissions) }), String(version)],
    });
  }
}
