import { parseArgs } from 'node:util';
import { Logger } from '@nestjs/common';
import { runOnce } from '@shop/service-kit';
import { AppModule } from '../app.module.ts';
import { config } from '../config.ts';
import { loadDemoData } from './demo-data.ts';

// `node dist/demo-data.js [--products 5000]`
const { values } = parseArgs({ options: { products: { type: 'string', default: '0' } } });
const products = Number(values.products);
if (!Number.isInteger(products) || products < 0 || products > 100_000) {
  throw new RangeError('--products takes a whole number up to 100000');
}

await runOnce({ name: 'catalog', module: AppModule, config }, async (app) => {
  const added = await loadDemoData(app, products);
  new Logger('DemoData').log(`demo data loaded: ${added} products added, existing ones are kept`, { added });
});
