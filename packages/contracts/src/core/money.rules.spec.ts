import { describe, expect, it } from '@jest/globals';
import { currencyFormat, moneyText, paiseFrom, rupeesFrom } from './money.rules.ts';

describe('an amount', () => {
  it('is turned from rupees into paise and back without losing one', () => {
    expect([0.29, 1.1, 19.99, 4_35_126.57].map(paiseFrom)).toEqual([29, 1_10, 19_99, 4_35_126_57]);
    expect([29, 1_10, 19_99, 4_35_126_57].map(rupeesFrom)).toEqual([0.29, 1.1, 19.99, 4_35_126.57]);
  });

  it('is written with the sign and the decimals of its currency, rupees in lakhs', () => {
    expect([moneyText(1_23_456_00, 'INR'), moneyText(12_30, 'USD'), moneyText(1_234_500_00, 'EUR')]).toEqual([
      '₹1,23,456.00',
      '$12.30',
      '€1,234,500.00',
    ]);
    expect([moneyText(1_200, 'JPY'), currencyFormat('JPY').format(1_199.5)]).toEqual(['¥1,200', '¥1,200']);
    expect([moneyText(5_00, 'AUD'), moneyText(5_00, 'CAD')]).toEqual(['$5.00', '$5.00']);
  });

  it('has no decimals in its short form where all are zero', () => {
    const short = currencyFormat('INR', 'short');
    expect([short.format(1_200), short.format(1_200.5), currencyFormat('INR').format(1_200)]).toEqual([
      ...['₹1,200', '₹1,200.50', '₹1,200.00'],
    ]);
  });

  it('has one format for each currency', () => {
    expect(currencyFormat('GBP')).toBe(currencyFormat('GBP'));
    expect(currencyFormat('GBP')).not.toBe(currencyFormat('EUR'));
  });
});
