/** Props of an input for an amount in rupees. */
export const rupeesInput = { type: 'number', step: '0.01', min: '0', inputMode: 'decimal' } as const;
