const LIMIT = 1_000_000_000;

/** Rules of react-hook-form for an amount in rupees, read as a number. */
export const rupeesField = (what: string) => ({
  valueAsNumber: true as const,
  validate: (value: number) => {
    if (!Number.isFinite(value)) return `${what} is required`;
    if (value < 0) return 'At least 0';
    if (value > LIMIT) return 'This is too much';
    return Number(value.toFixed(2)) === value || 'At most two decimals';
  },
});

/** Of an input that takes one. */
export const rupeesInput = { type: 'number', step: '0.01', min: '0', inputMode: 'decimal' } as const;
