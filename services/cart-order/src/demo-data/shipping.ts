import { DEFAULT_CHARGES, type Charges } from '../charges/charges.schema.ts';

const COURIER = 'DHL Express';

/** Rupees for an insured parcel: 60 to 80 dollars, as the demo shop's shipping policy says. */
const RUPEES: Record<string, number> = {
  'United States': 6_200,
  'United Kingdom': 5_800,
  Canada: 6_600,
  Australia: 7_000,
  Japan: 5_800,
  Germany: 5_400,
  France: 5_400,
  Italy: 5_600,
  Spain: 5_600,
};

/** The charges of the demo shop: the defaults, and what parcels to the other nine countries cost. */
export const demoCharges: Charges = {
  ...DEFAULT_CHARGES,
  internationalShipping: Object.entries(RUPEES).map(([country, rupees]) => ({
    country,
    courier: COURIER,
    chargePaise: rupees * 100,
  })),
};
