import { describe, expect, it } from '@jest/globals';
import { courierKey, trackingPageOf } from './tracking.rules.ts';

describe('the page of a parcel', () => {
  it('is the address of the courier with the tracking number in each place', () => {
    expect(trackingPageOf('https://track.example/{number}?again={number}', 'BD 12/4')).toBe(
      'https://track.example/BD%2012%2F4?again=BD%2012%2F4',
    );
  });

  it('belongs to a courier in any case of its name', () => {
    expect([' Blue Dart ', 'BLUE DART'].map(courierKey)).toEqual(['blue dart', 'blue dart']);
    expect(courierKey('Blue Dart')).not.toBe(courierKey('Bluedart'));
  });
});
