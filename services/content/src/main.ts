import { runService } from '@shop/service-kit';
import { AppModule } from './app.module.ts';
import { config } from './config.ts';
import { migrations } from './migrations/index.ts';

await runService({ name: 'content', module: AppModule, config, migrations });
