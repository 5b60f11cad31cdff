import { Global, Inject, Injectable, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { getConnectionToken, InjectConnection } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import mongoose from 'mongoose';
import type { ServiceConfig } from '../config/config.ts';
import { CONFIG } from '../config/tokens.ts';
import { Health } from '../health/health.ts';
import { Transactions } from './transactions.ts';

const RETRY_MS = 500;

/**
 * Brings the connection up without holding the start of the process: the database may come later and may go away. The
 * service is ready once every collection and index of its models is there.
 */
@Injectable()
export class Database implements OnApplicationBootstrap {
  readonly #logger = new Logger(Database.name);
  #why: string | undefined = 'connecting';
  #stopping = false;
  #opening: Promise<void> = Promise.resolve();
  #away = false;

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    health: Health,
  ) {
    connection.on('error', (error: Error) => this.#logger.warn('MongoDB connection failed', error));
    connection.on('disconnected', () => (this.#away = true));
    connection.on('connected', () => (this.#away = false));
    health.register('mongodb', () => this.#why ?? (this.#away ? 'away' : undefined));
  }

  onApplicationBootstrap(): void {
    this.#opening = this.#open();
  }

  async #open(): Promise<void> {
    for (;;) {
      try {
        await this.connection.openUri(this.config.MONGODB_URI, {
          bufferCommands: false,
          autoIndex: false,
          autoCreate: false,
          serverSelectionTimeoutMS: 3_000,
          maxPoolSize: 20,
        });
        for (const model of Object.values(this.connection.models)) {
          await model.createCollection();
          await model.createIndexes();
        }
        this.#why = undefined;
        return;
      } catch (error) {
        if (this.#stopping) return;
        const message = error instanceof Error ? error.message : String(error);
        if (this.#why !== message) this.#logger.warn('MongoDB is not there yet', error);
        this.#why = message;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Resolves when the first connection stands and every collection and index is there. */
  ready(): Promise<void> {
    return this.#opening;
  }

  /** Called last, when nothing uses the database any more. */
  async close(): Promise<void> {
    this.#stopping = true;
    await this.connection.close();
    await this.#opening;
  }
}

/** One connection per process, to the service's own database; models come by `MongooseModule.forFeature`. */
@Global()
@Module({
  providers: [
    {
      provide: getConnectionToken(),
      useFactory: () => {
        const connection = mongoose.createConnection();
        // Collections and indexes are made by `Database`; commands fail at once while there is no connection.
        for (const option of ['autoCreate', 'autoIndex', 'bufferCommands']) connection.set(option, false);
        return connection;
      },
    },
    Database,
    Transactions,
  ],
  exports: [getConnectionToken(), Database, Transactions],
})
export class DatabaseModule {}
