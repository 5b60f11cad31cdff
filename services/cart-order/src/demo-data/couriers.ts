import { courierKey } from '@shop/contracts';
import type { StoredCourier } from '../couriers/courier.schema.ts';

/** Couriers of India that insure jewellery, and their pages of a parcel. */
export const demoCouriers: StoredCourier[] = [
  { name: 'Blue Dart', trackingPage: 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo={number}' },
  { name: 'BVC Logistics', trackingPage: null },
  { name: 'Delhivery', trackingPage: 'https://www.delhivery.com/track-v2/package/{number}' },
  { name: 'DHL Express', trackingPage: 'https://www.dhl.com/in-en/home/tracking.html?tracking-id={number}' },
  { name: 'DTDC', trackingPage: null },
  { name: 'India Post', trackingPage: null },
  { name: 'Sequel Logistics', trackingPage: null },
].map((courier) => ({ _id: courierKey(courier.name), ...courier }));
