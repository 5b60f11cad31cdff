/** Rupees. */
export interface PriceLimits {
  from?: number;
  upTo?: number;
}

const UNITS: Record<string, number> = { k: 1e3, l: 1e5, lakh: 1e5, lac: 1e5, cr: 1e7, crore: 1e7 };
const AMOUNT = String.raw`(?:₹|rs\.?|inr)?\s*(\d[\d,]*(?:\.\d+)?)\s*(k|l|lakh|lac|cr|crore)?s?(?![\p{L}\p{N}])`;
const RANGE = new RegExp(String.raw`(?<![\p{L}\p{N}-])(between|from)?\s*${AMOUNT}\s*(?:and|to|-|–)\s*${AMOUNT}`, 'iu');
const UP_TO = new RegExp(
  String.raw`(?:(?<!\p{L})(?:under|below|less than|up ?to|within|max(?:imum)?|at most)|<=?)\s*${AMOUNT}`,
  'iu',
);
const FROM = new RegExp(
  String.raw`(?:(?<!\p{L})(?:above|over|more than|at least|min(?:imum)?|from)|>=?)\s*${AMOUNT}`,
  'iu',
);
/** Less is a size, a weight or a count. */
const LOWEST_PRICE = 100;
/** Of a range that no word introduces, such as `10000-20000`. */
const LOWEST_OF_RANGE = 1_000;

const rupeesOf = (digits: string, unit: string | undefined): number =>
  Number(digits.replaceAll(',', '')) * (unit ? UNITS[unit.toLowerCase()]! : 1);

/** Takes limits such as `under 20000`, `above 2 lakh` and `between 10k and 20k` out of a text. */
export function takePriceLimits(text: string): { rest: string; limits: PriceLimits } {
  const range = RANGE.exec(text);
  if (range) {
    const [found, introduced, low, lowUnit, high, highUnit] = range;
    const [from, upTo] = [rupeesOf(low!, lowUnit), rupeesOf(high!, highUnit)];
    if (Math.min(from, upTo) >= (introduced ? LOWEST_PRICE : LOWEST_OF_RANGE)) {
      return {
        rest: text.replace(found, ' '),
        limits: { from: Math.min(from, upTo), upTo: Math.max(from, upTo) },
      };
    }
  }
  const limits: PriceLimits = {};
  const take = (limit: keyof PriceLimits) => (found: string, digits: string, unit?: string) => {
    const rupees = rupeesOf(digits, unit);
    if (rupees < LOWEST_PRICE) return found;
    limits[limit] = rupees;
    return ' ';
  };
  const rest = text.replace(UP_TO, take('upTo')).replace(FROM, take('from'));
  return { rest, limits };
}
