import { setTimeout as wait } from 'node:timers/promises';
import { Global, Inject, Injectable, Logger, Module, type OnApplicationBootstrap, Optional } from '@nestjs/common';
import { getConnectionToken, InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import mongoose from 'mongoose';
import type { ServiceConfig } from '../config/config.ts';
import { CONFIG } from '../config/tokens.ts';
import { Health } from '../health/health.ts';
import { missingFrom } from '../migrations/migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import { diskMeasurement } from './disk-metrics.ts';
import { mongodbFacts, unmetRequirements } from './mongodb-requirements.ts';
import { Transactions } from './transactions.ts';

const RETRY_MS = 500;

/** Injection token of `RequiredMigrations`. */
export const REQUIRED_MIGRATIONS = Symbol('REQUIRED_MIGRATIONS');

/** What has to have run before this service is ready, beside the indexes of its models. */
export interface RequiredMigrations {
  service: string;
  migrations: readonly Migration[];
}

/**
 * Connects without blocking the start of the process: MongoDB may come up later and go away. Never builds anything: the
 * service is ready once `npm run migrate` has brought the database to what the code declares. That is checked until it
 * holds once; afterwards a newer version may drop indexes while this one serves.
 */
@Injectable()
export class Database implements OnApplicationBootstrap {
  readonly #logger = new Logger(Database.name);
  readonly #stopping = new AbortController();
  #connectionError: string | undefined = 'connecting';
  #isDisconnected = false;
  #isMigrated = false;
  #check: Promise<string | undefined> | undefined;
  #reported: string | undefined;
  #opening: Promise<void> = Promise.resolve();
  readonly #opened = Promise.withResolvers<void>();
  readonly #stopMeasuring: () => void;

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    health: Health,
    @Optional() @Inject(REQUIRED_MIGRATIONS) private readonly required?: RequiredMigrations,
  ) {
    connection.on('error', (error: Error) => this.#logger.warn('MongoDB connection failed', error));
    connection.on('disconnected', () => (this.#isDisconnected = true));
    connection.on('connected', () => (this.#isDisconnected = false));
    health.register('mongodb', () => {
      if (this.#connectionError !== undefined) return this.#connectionError;
      if (this.#isDisconnected) return 'disconnected';
      return this.#isMigrated ? undefined : this.#checkMigrated();
    });
    this.#stopMeasuring = diskMeasurement.by(async () => {
      if (connection.readyState !== 1) return [];
      const {
        dataSize: data,
        indexSize,
        storageSize,
        fsUsedSize: used,
        fsTotalSize: size,
      } = await connection.db!.stats();
      return [{ data, files: storageSize + indexSize, used, size }];
    });
  }

  onApplicationBootstrap(): void {
    this.#opening = this.#open().finally(() => this.#opened.resolve());
  }

  async #open(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && !this.#isMigrated) {
      const error = this.#connectionError === undefined ? await this.#checkMigrated() : await this.#connect();
      if (error !== undefined) await wait(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Answers why MongoDB could not be connected to. */
  async #connect(): Promise<string | undefined> {
    try {
      await this.connection.openUri(this.config.MONGODB_URI, {
        bufferCommands: false,
        autoIndex: false,
        autoCreate: false,
        serverSelectionTimeoutMS: 3_000,
        maxPoolSize: 20,
      });
      const unmet = unmetRequirements(await mongodbFacts(this.connection.getClient()));
      if (unmet) {
        // Asked again after a pause: some of it can be changed while the server runs.
        await this.connection.close();
        throw new Error(unmet);
      }
      this.#connectionError = undefined;
    } catch (error) {
      if (this.#stopping.signal.aborted) return undefined;
      const message = messageOf(error);
      if (this.#connectionError !== message) this.#logger.warn('MongoDB cannot be used', error);
      this.#connectionError = message;
    }
    return this.#connectionError;
  }

  /** Answers what the database lacks; concurrent calls share one check. */
  #checkMigrated(): Promise<string | undefined> {
    const check = async () => {
      const { service, migrations = [] } = this.required ?? {};
      const missing = await missingFrom(this.connection, migrations, service).catch(messageOf);
      this.#isMigrated ||= missing === undefined;
      if (missing !== this.#reported && missing !== undefined && !this.#stopping.signal.aborted) {
        this.#logger.warn(`The database is not migrated: ${missing}`);
      }
      this.#reported = missing;
      return missing;
    };
    return (this.#check ??= check().finally(() => (this.#check = undefined)));
  }

  /** Resolves once MongoDB is connected and migrated, or when the service stops. */
  ready(): Promise<void> {
    return this.#opened.promise;
  }

  /** Called last, when nothing uses the database any more. */
  async close(): Promise<void> {
    this.#stopMeasuring();
    this.#stopping.abort();
    await this.connection.close();
    await this.#opening;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** One connection per process, to the service's own database; models are registered by `MongooseModule.forFeature`. */
@Global()
@Module({
  providers: [
    {
      provide: getConnectionToken(),
      useFactory: () => {
        const connection = mongoose.createConnection();
        // `npm run migrate` creates collections and indexes; commands fail at once while there is no connection.
        for (const option of ['autoCreate', 'autoIndex', 'bufferCommands']) connection.set(option, false);
        // An undeclared field throws; by default mongoose drops it silently and the call answers as if it were saved.
        connection.plugin((schema) => schema.set('strict', 'throw'));
        return connection;
      },
    },
    Database,
    Transactions,
  ],
  exports: [getConnectionToken(), Database, Transactions],
})
export class DatabaseModule {}
