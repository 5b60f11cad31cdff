import type { content } from '@shop/contracts';

/** The brand of the demo shop. */
export const brand: content.Brand = {
  name: 'Aranya',
  tagline: 'Fine jewellery, made by hand in Jaipur',
  description:
    'Rings, bracelets, bangles, necklaces, pendants and earrings in hallmarked gold, silver, platinum and rose gold, made to last in our own workshop in Jaipur.',
  phone: '+91 141 400 1042',
  email: 'care@aranya.example',
  city: 'Johari Bazaar, Jaipur, Rajasthan',
  seller: {
    name: 'Aranya Fine Jewellery Private Limited',
    address: '42 Johari Bazaar, Jaipur 302003',
    state: 'Rajasthan',
    gstin: '08AAKCA1042R1Z5',
    assayingCentre: 'Jaipur Assaying and Hallmarking Centre, Johari Bazaar, Jaipur',
  },
  grievanceOfficer: {
    name: 'Kavita Rathore',
    email: 'grievance@aranya.example',
    phone: '+91 141 400 1048',
    hours: 'Monday to Saturday, 10 am to 7 pm Indian time',
    promise: 'Complaints are answered within 48 hours and settled within a month.',
  },
  companyLine: 'Aranya Fine Jewellery Private Limited, GSTIN 08AAKCA1042R1Z5',
  credit: 'Made with care by the Aranya team',
  social: {
    instagram: 'https://www.instagram.com/aranya.example',
    facebook: 'https://www.facebook.com/aranya.example',
    maps: 'https://maps.google.com/?q=Johari+Bazaar+Jaipur',
  },
  chatLink: 'https://wa.me/911414001042',
  promises: [
    { title: 'Hallmarked', text: 'Gold and silver carry the BIS hallmark, each piece its own number.' },
    { title: 'Made by hand', text: 'Cast, set and polished in our own workshop; the setter signs the job card.' },
    { title: 'Free delivery in India', text: 'Insured to your door. Worldwide in 15 to 20 business days.' },
    { title: 'Looked after', text: 'Cleaning and polishing are free for as long as you own the piece.' },
  ],
};
