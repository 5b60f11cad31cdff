import type { Address } from '@shop/contracts';

interface Shopper {
  name: string;
  email: string;
  username: string;
  password: string;
  address: Address;
}

/** The passwords are public: the accounts exist only in a shop with demo data. */
export const shoppers: Shopper[] = [
  {
    name: 'Asha Mehta',
    email: 'asha@aranya.example',
    username: 'asha.mehta',
    password: 'marigold lantern 42',
    address: {
      name: 'Asha Mehta',
      phone: '+91 98290 11042',
      street: '14 Civil Lines',
      city: 'Jaipur',
      state: 'Rajasthan',
      pincode: '302006',
      country: 'India',
      countryCode: 'IN',
    },
  },
  {
    name: 'Emily Carter',
    email: 'emily@aranya.example',
    username: 'emily.carter',
    password: 'harbour window 88',
    address: {
      name: 'Emily Carter',
      phone: '+1 415 555 0142',
      street: '2210 Lombard Street',
      city: 'San Francisco',
      state: 'California',
      pincode: '94123',
      country: 'United States',
      countryCode: 'US',
    },
  },
];
