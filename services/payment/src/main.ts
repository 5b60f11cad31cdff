import { runService } from '@shop/service-kit';
import { AppModule } from './app.module.ts';
import { config } from './config.ts';

await runService({ name: 'payment', module: AppModule, config });
