/** What is measured at one moment of a soak. */
export type Sample = Record<string, number>;

/** How a value may behave after the first tenth. `floor` is the lower fifth, since memory rises until garbage is collected; `growth` is that from one sample to the next; it may be faster where `pace` grows faster. */
export interface Rule {
  compare: 'median' | 'floor' | 'growth';
  factor: number;
  plus: number;
  /** The name of the value whose growth is the traffic. */
  pace?: string;
}

export interface Verdict {
  early: number;
  late: number;
  allowed: number;
  isFlat: boolean;
}

/** Shares of the run: the first tenth is warm-up. */
const EARLY = [0.1, 0.4] as const;
const LATE = [0.7, 1] as const;

/**
 * Compares the last three tenths of a run with those after its first. A value that is missing in a sample counts as 0: a
 * collection that does not exist yet.
 */
export function verdictOf(name: string, samples: readonly Sample[], { compare, factor, plus, pace }: Rule): Verdict {
  const within = ([from, to]: readonly [number, number]) =>
    samples.slice(Math.floor(from * samples.length), Math.ceil(to * samples.length));
  const figure = (window: readonly Sample[]) => {
    if (compare === 'growth') return growth(name, window);
    return quantile(
      window.map((sample) => sample[name] ?? 0),
      compare === 'median' ? 0.5 : 0.2,
    );
  };
  const early = figure(within(EARLY));
  const late = figure(within(LATE));
  const traffic = pace ? Math.max(1, growth(pace, within(LATE)) / growth(pace, within(EARLY))) : 1;
  const allowed = early * factor * traffic + plus;
  return { early, late, allowed, isFlat: late <= allowed };
}

function growth(name: string, window: readonly Sample[]): number {
  return ((window.at(-1)![name] ?? 0) - (window[0]![name] ?? 0)) / (window.length - 1);
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
