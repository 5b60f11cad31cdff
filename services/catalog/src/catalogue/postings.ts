/** What stands in a list of postings: the number of a text, and in which of its fields the word is. */
const FIELD_BITS = 2;
const FIELD_MASK = (1 << FIELD_BITS) - 1;

export const postingOf = (number: number, field: number): number => (number << FIELD_BITS) | field;
export const numberIn = (posting: number): number => posting >>> FIELD_BITS;
export const fieldIn = (posting: number): number => posting & FIELD_MASK;

/** A list that grows, of ascending numbers: four bytes each, where an array would take eight and more. */
export class Postings {
  #values = new Uint32Array(4);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Each number once: a text has a word in its most important field, which comes first. */
  add(number: number, field: number): void {
    if (this.#length > 0 && numberIn(this.#values[this.#length - 1]!) === number) return;
    if (this.#length === this.#values.length) {
      const larger = new Uint32Array(Math.ceil(this.#length * 1.5));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = postingOf(number, field);
  }

  all(): Uint32Array {
    return this.#values.subarray(0, this.#length);
  }
}
