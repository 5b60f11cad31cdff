import type { cartOrder } from '@shop/contracts';
import type { DeliveryArea } from '../delivery/delivery-area.schema.ts';

type State = cartOrder.DeliveryArea['state'];
type Days = [from: number, to: number];

/** PIN codes as India Post gives them; `400001-400012` are all from the first to the last. */
const CITIES: [city: string, state: State, days: Days, pincodes: string][] = [
  ['Mumbai', 'Maharashtra', [1, 3], '400001-400012 400016 400050 400051 400053 400057 400069 400076 400092'],
  ['Delhi', 'Delhi', [1, 3], '110001-110003 110005-110009 110016 110017 110019 110024 110048 110075 110085 110092'],
  [
    'Bengaluru',
    'Karnataka',
    [1, 3],
    '560001-560005 560008 560011 560017 560025 560034 560038 560041 560066 560076 560095 560100',
  ],
  ['Chennai', 'Tamil Nadu', [1, 3], '600001-600006 600008 600010 600014 600017 600018 600020 600028'],
  ['Kolkata', 'West Bengal', [1, 3], '700001 700006 700007 700012 700013 700016 700017 700019 700020 700064 700091'],
  ['Hyderabad', 'Telangana', [1, 3], '500001 500016 500020 500028 500029 500032-500034 500038 500072 500081'],
  ['Pune', 'Maharashtra', [1, 3], '411001 411002 411004-411008 411014 411028 411038 411045'],
  ['Ahmedabad', 'Gujarat', [1, 3], '380001 380004-380009 380013-380015'],
  ['Jaipur', 'Rajasthan', [2, 4], '302001-302006 302012 302015-302018'],
  ['Surat', 'Gujarat', [2, 4], '395001-395008'],
  ['Lucknow', 'Uttar Pradesh', [2, 4], '226001-226006 226010 226012 226016 226024'],
  ['Kanpur', 'Uttar Pradesh', [2, 4], '208001-208005 208012 208014 208027'],
  ['Nagpur', 'Maharashtra', [2, 4], '440001-440003 440010 440012 440013 440015 440022'],
  ['Indore', 'Madhya Pradesh', [2, 4], '452001-452003 452005 452007 452009-452012'],
  ['Bhopal', 'Madhya Pradesh', [2, 4], '462001 462003 462011 462016 462023 462039'],
  ['Patna', 'Bihar', [3, 5], '800001 800004 800006 800007 800013 800014 800020'],
  ['Kochi', 'Kerala', [2, 4], '682001 682005 682011 682016-682020 682024 682030'],
  ['Thiruvananthapuram', 'Kerala', [2, 4], '695001 695003 695004 695010 695011 695014'],
  ['Coimbatore', 'Tamil Nadu', [2, 4], '641001 641002 641004 641012 641018 641035'],
  ['Madurai', 'Tamil Nadu', [2, 4], '625001 625002 625009 625016 625020'],
  ['Visakhapatnam', 'Andhra Pradesh', [2, 4], '530001-530003 530013 530016 530017 530020'],
  ['Vijayawada', 'Andhra Pradesh', [2, 4], '520001-520003 520007 520008 520010'],
  ['Chandigarh', 'Chandigarh', [2, 4], '160009 160011 160012 160014 160017 160022 160036 160047'],
  ['Ludhiana', 'Punjab', [2, 4], '141001-141003 141008'],
  ['Amritsar', 'Punjab', [2, 4], '143001 143002 143006'],
  ['Gurugram', 'Haryana', [2, 4], '122001-122003 122009 122011 122018'],
  ['Noida', 'Uttar Pradesh', [2, 4], '201301 201303 201304 201307'],
  ['Ghaziabad', 'Uttar Pradesh', [2, 4], '201001 201002 201010 201014'],
  ['Faridabad', 'Haryana', [2, 4], '121001-121003 121006'],
  ['Agra', 'Uttar Pradesh', [2, 4], '282001-282005'],
  ['Varanasi', 'Uttar Pradesh', [2, 4], '221001 221002 221005 221010'],
  ['Vadodara', 'Gujarat', [2, 4], '390001 390002 390007 390011 390020 390023'],
  ['Rajkot', 'Gujarat', [2, 4], '360001-360005'],
  ['Bhubaneswar', 'Odisha', [3, 5], '751001-751003 751007 751012 751024'],
  ['Guwahati', 'Assam', [3, 5], '781001 781003 781005 781006'],
  ['Ranchi', 'Jharkhand', [3, 5], '834001-834004 834008'],
  ['Raipur', 'Chhattisgarh', [3, 5], '492001 492004 492008'],
  ['Dehradun', 'Uttarakhand', [3, 5], '248001 248002 248003 248006'],
  ['Mysuru', 'Karnataka', [2, 4], '570001-570004 570008'],
  ['Nashik', 'Maharashtra', [2, 4], '422001-422003 422005 422009'],
];

/** The circles of India Post: the first digits of a state's PIN codes, for those without a row of their own. */
const CIRCLES: [state: State, days: Days, prefixes: string][] = [
  ['Delhi', [2, 3], '11'],
  ['Haryana', [3, 5], '12 13'],
  ['Punjab', [3, 5], '14 15'],
  ['Chandigarh', [3, 4], '16'],
  ['Himachal Pradesh', [4, 7], '17'],
  ['Jammu and Kashmir', [5, 8], '18 19'],
  ['Ladakh', [7, 12], '194'],
  ['Uttar Pradesh', [3, 5], '20 21 22 23 24 25 26 27 28'],
  ['Uttarakhand', [4, 6], '246 248 249 263'],
  ['Rajasthan', [3, 5], '30 31 32 33 34'],
  ['Gujarat', [3, 5], '36 37 38 39'],
  ['Maharashtra', [2, 4], '40 41 42 43 44'],
  ['Goa', [3, 5], '403'],
  ['Madhya Pradesh', [3, 5], '45 46 47 48'],
  ['Chhattisgarh', [4, 6], '49'],
  ['Telangana', [3, 5], '50'],
  ['Andhra Pradesh', [3, 5], '51 52 53'],
  ['Karnataka', [3, 5], '56 57 58 59'],
  ['Tamil Nadu', [3, 5], '60 61 62 63 64'],
  ['Puducherry', [3, 5], '605'],
  ['Kerala', [4, 6], '67 68 69'],
  ['West Bengal', [4, 6], '70 71 72 73 74'],
  ['Sikkim', [6, 9], '737'],
  ['Andaman and Nicobar Islands', [7, 12], '744'],
  ['Odisha', [4, 6], '75 76 77'],
  ['Assam', [5, 8], '78'],
  ['Arunachal Pradesh', [7, 12], '790 791 792'],
  ['Meghalaya', [6, 9], '793 794'],
  ['Manipur', [6, 10], '795'],
  ['Mizoram', [6, 10], '796'],
  ['Nagaland', [6, 10], '797 798'],
  ['Tripura', [6, 9], '799'],
  ['Bihar', [4, 6], '80 81 82 84 85'],
  ['Jharkhand', [4, 6], '814 815 816 822 825 826 827 828 829 83'],
];

const codesOf = (pincodes: string): string[] =>
  pincodes.split(' ').flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number) as [number, number?];
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  });

const rowsOf = (prefixes: readonly string[], city: string, state: State, [fromDays, toDays]: Days): DeliveryArea[] =>
  prefixes.map((_id) => ({ _id, city, state, fromDays, toDays }));

/** The demo shop's delivery days: PIN codes of 40 cities, and every state. */
export const demoDeliveryAreas: DeliveryArea[] = [
  ...CITIES.flatMap(([city, state, days, pincodes]) => rowsOf(codesOf(pincodes), city, state, days)),
  ...CIRCLES.flatMap(([state, days, prefixes]) => rowsOf(prefixes.split(' '), '', state, days)),
];
