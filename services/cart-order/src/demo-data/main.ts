import { getModelToken } from '@nestjs/mongoose';
import { runOnce } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { AppModule } from '../app.module.ts';
import type { Charges } from '../charges/charges.schema.ts';
import { config } from '../config.ts';
import type { StoredCourier } from '../couriers/courier.schema.ts';
import type { DeliveryArea } from '../delivery/delivery-area.schema.ts';
import { demoCouriers } from './couriers.ts';
import { demoDeliveryAreas } from './delivery.ts';
import { demoCharges } from './shipping.ts';

/** Loads the demo shop's charges, couriers and delivery days; what staff have saved is kept. */
await runOnce({ name: 'cart-order', module: AppModule, config }, async (app) => {
  const charges = app.get<Model<Charges>>(getModelToken('Charges'), { strict: false });
  const { _id, ...fields } = demoCharges;
  await charges.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
  const couriers = app.get<Model<StoredCourier>>(getModelToken('Courier'), { strict: false });
  if (!(await couriers.exists({}))) await couriers.insertMany(demoCouriers);
  const areas = app.get<Model<DeliveryArea>>(getModelToken('DeliveryArea'), { strict: false });
  if (await areas.exists({})) return;
  await areas.insertMany(demoDeliveryAreas);
});
