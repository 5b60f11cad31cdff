export const minutesToPay = (provider: string): number => (provider === 'paypal' ? 30 : 15);
