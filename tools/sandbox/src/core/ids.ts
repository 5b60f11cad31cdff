import crypto from 'node:crypto';

const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const UPPER_36 = BASE_62.slice(0, 36);

const pick = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[crypto.randomInt(alphabet.length)]).join('');

/** `prefix` and `length` letters and digits, like Razorpay's ids (`order_EKwxwAgItmmXdp`). */
export const randomId = (prefix: string, length = 14) => prefix + pick(BASE_62, length);

/** Capital letters and digits, like PayPal's ids (`5O190127TN364715T`). */
export const upperId = (length = 17) => pick(UPPER_36, length);

export const digits = (length: number) => pick('0123456789', length);

export const sha256 = (text: string) => crypto.createHash('sha256').update(text).digest('hex');

/** Compares in constant time. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(sha256(a)), Buffer.from(sha256(b))];
  return crypto.timingSafeEqual(left, right);
}
