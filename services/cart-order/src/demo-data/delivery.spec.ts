import { describe, expect, it } from '@jest/globals';
import { cartOrder } from '@shop/contracts';
import { mostPrecise, prefixesOf } from '../delivery/delivery.rules.ts';
import { demoDeliveryAreas } from './delivery.ts';

const areaOf = (pincode: string) =>
  mostPrecise(demoDeliveryAreas.filter(({ _id }) => prefixesOf(pincode).includes(_id)));

describe('the demo shop’s table of PIN codes', () => {
  it('has 300 PIN codes of 40 cities, each once and as staff could have entered it', () => {
    const codes = demoDeliveryAreas.filter(({ _id }) => _id.length === 6);
    expect(codes).toHaveLength(300);
    expect(new Set(codes.map(({ city }) => city)).size).toBe(40);
    expect(new Set(demoDeliveryAreas.map(({ _id }) => _id)).size).toBe(demoDeliveryAreas.length);
    for (const { _id: pincode, ...area } of demoDeliveryAreas) cartOrder.deliveryAreaToSave.parse({ pincode, ...area });
  });

  it.each([
    ['560001', 'Bengaluru', 'Karnataka'],
    ['799001', '', 'Tripura'],
    ['403001', '', 'Goa'],
    ['194101', '', 'Ladakh'],
    ['263001', '', 'Uttarakhand'],
    ['834001', 'Ranchi', 'Jharkhand'],
    ['845401', '', 'Bihar'],
  ])('finds %s', (pincode, city, state) => {
    expect(areaOf(pincode)).toMatchObject({ city, state });
  });

  it('knows no PIN codes of the army', () => {
    expect(areaOf('900001')).toBeUndefined();
  });
});
