import { runMigrations } from '@shop/service-kit';
import { AppModule } from './app.module.ts';
import { config } from './config.ts';
import { migrationsOf } from './migrations/index.ts';

const migrations = migrationsOf(config);
await runMigrations({ name: 'content', module: AppModule, config, migrations });
