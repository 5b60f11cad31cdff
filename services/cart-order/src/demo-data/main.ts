import { getModelToken } from '@nestjs/mongoose';
import { runOnce } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { AppModule } from '../app.module.ts';
import type { Charges } from '../charges/charges.schema.ts';
import { config } from '../config.ts';
import { demoCharges } from './shipping.ts';

/** Loads the demo shop's charges; what staff have saved is kept. */
await runOnce({ name: 'cart-order', module: AppModule, config }, async (app) => {
  const charges = app.get<Model<Charges>>(getModelToken('Charges'), { strict: false });
  const { _id, ...fields } = demoCharges;
  await charges.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
});
