import { describe, expect, it } from '@jest/globals';
import type { Checkout, Payment } from '../api.ts';
import { phaseOf } from './phase.rules.ts';

const phase = (
  checkout: Partial<Checkout> | undefined,
  {
    payment,
    isBusy = false,
    isOutcomeUnknown = false,
  }: { payment?: NonNullable<Payment>['state']; isBusy?: boolean; isOutcomeUnknown?: boolean } = {},
) =>
  phaseOf({
    checkout: checkout as Checkout | undefined,
    payment: payment && ({ state: payment } as Payment),
    isBusy,
    isOutcomeUnknown,
  });

describe('the phase of a frozen checkout', () => {
  it('can be paid, and again after a payment that failed', () => {
    expect(phase({ state: 'frozen' })).toBe('payable');
    expect(phase({ state: 'frozen' }, { payment: 'open' })).toBe('payable');
    expect(phase({ state: 'frozen' }, { payment: 'failed' })).toBe('payable');
  });

  it('is busy while the buyer pays', () => {
    expect(phase({ state: 'frozen' }, { isBusy: true })).toBe('busy');
    expect(phase({ state: 'frozen' }, { isBusy: true, isOutcomeUnknown: true })).toBe('busy');
  });

  it.each(['capturing', 'retaking', 'reserving', 'ordered'] as const)('is being confirmed when it is %s', (state) => {
    expect(phase({ state })).toBe('confirming');
    expect(phase({ state }, { payment: 'failed', isBusy: true })).toBe('confirming');
  });

  it('is being confirmed once the money is captured, whatever the checkout says yet', () => {
    expect(phase({ state: 'frozen' }, { payment: 'captured', isBusy: true })).toBe('confirming');
    expect(phase({ state: 'expired' }, { payment: 'captured' })).toBe('confirming');
  });

  it('is being confirmed after a lost response, until the payment is known to have failed', () => {
    expect(phase({ state: 'frozen' }, { isOutcomeUnknown: true })).toBe('confirming');
    expect(phase({ state: 'frozen' }, { payment: 'open', isOutcomeUnknown: true })).toBe('confirming');
    expect(phase({ state: 'frozen' }, { payment: 'failed', isOutcomeUnknown: true })).toBe('payable');
  });

  it('is over when it expired, was given up, or is not known', () => {
    expect(phase({ state: 'expired' })).toBe('over');
    expect(phase({ state: 'cancelled' }, { payment: 'failed' })).toBe('over');
    expect(phase(undefined)).toBe('over');
  });

  it('is over when another checkout became the order, even if its own payment was captured', () => {
    expect(phase({ state: 'capturing', paidAs: 'a'.repeat(24) }, { payment: 'captured', isBusy: true })).toBe('over');
    expect(phase({ state: 'refused', paidAs: 'a'.repeat(24) })).toBe('over');
  });

  it('is refused when the pieces were sold before the money came', () => {
    expect(phase({ state: 'refused' }, { payment: 'captured', isBusy: true, isOutcomeUnknown: true })).toBe('refused');
  });
});
