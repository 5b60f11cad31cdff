import { runService } from '@shop/service-kit';
import { AppModule } from './app.module.ts';
import { config } from './config.ts';
import { migrationsOf } from './migrations/index.ts';

const migrations = migrationsOf(config);
await runService({ name: 'content', module: AppModule, config, migrations });
