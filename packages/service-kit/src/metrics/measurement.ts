import { Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { registry } from './metrics.ts';

type Measure<Row> = () => Promise<readonly Row[]>;
type Labels<Row> = readonly (keyof Row & string)[];

/** A scrape waits no longer: what is not measured by then is left out of it. */
const LIMIT_MS = 3_000;

/**
 * Gauges that are measured when they are scraped: all of one scrape share one measurement, of which each row is a sample. What
 * cannot be measured has no sample, so that no alert takes it for zero.
 */
export class Measurement<Row extends object> {
  readonly #logger = new Logger(Measurement.name);
  readonly #name: string;
  readonly #keepMs: number;
  readonly #measures = new Set<Measure<Row>>();
  #current: Promise<Row[]> | undefined;
  #keptUntil = 0;
  #isFailing = false;

  /** `keepMs`: how long a measurement that costs something serves further scrapes. */
  constructor(name: string, { keepMs = 0 } = {}) {
    this.#name = name;
    this.#keepMs = keepMs;
  }

  /** Declares a gauge. `labels`: fields of a row that are its labels. No value: the row is no sample of this gauge. */
  gauge(name: string, help: string, labels: Labels<Row>, valueOf: (row: Row) => number | undefined): this {
    const rows = () => this.#rows();
    const labelsOf = (row: Row): Record<string, string> =>
      Object.fromEntries(labels.map((label) => [label, String(row[label])]));
    new Gauge<string>({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const measured = await rows();
        this.reset();
        // A gauge without labels is reset to zero.
        if (labels.length === 0) this.remove();
        for (const row of measured) {
          const value = valueOf(row);
          if (value !== undefined) this.set(labelsOf(row), value);
        }
      },
    });
    return this;
  }

  /** Measures by `measure` from now on. Returns how to stop that. */
  by(measure: Measure<Row>): () => void {
    this.#measures.add(measure);
    this.#keptUntil = 0;
    return () => {
      this.#measures.delete(measure);
      this.#keptUntil = 0;
    };
  }

  #rows(): Promise<Row[]> {
    if (this.#current && Date.now() < this.#keptUntil) return this.#current;
    // Until it is done, and `keepMs` longer.
    this.#keptUntil = Infinity;
    const measuring = this.#measure();
    this.#current = measuring;
    void measuring.then(() => {
      if (this.#current === measuring && this.#keptUntil === Infinity) this.#keptUntil = Date.now() + this.#keepMs;
    });
    return measuring;
  }

  async #measure(): Promise<Row[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`It took longer than ${LIMIT_MS} ms`)), LIMIT_MS);
    });
    try {
      const all = Promise.all([...this.#measures].map((measure) => measure()));
      const rows = (await Promise.race([all, late])).flat();
      this.#isFailing = false;
      return rows;
    } catch (error) {
      // Once, not at every scrape.
      if (!this.#isFailing) this.#logger.warn(`${this.#name} could not be measured`, error);
      this.#isFailing = true;
      return [];
    } finally {
      clearTimeout(timer);
    }
  }
}
