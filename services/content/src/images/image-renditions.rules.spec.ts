import { describe, expect, it } from '@jest/globals';
import { formatFor, isShownBy, widthFor } from './image-renditions.rules.ts';

describe('the form of a picture', () => {
  it.each([
    ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'avif'],
    ['image/webp,image/png,*/*;q=0.5', 'webp'],
    ['IMAGE/WEBP;q=0.9', 'webp'],
    ['*/*', 'jpeg'],
    [undefined, 'jpeg'],
  ])('is, for a browser that accepts %s, %s', (accept, format) => {
    expect(formatFor(accept)).toBe(format);
  });

  it.each([
    [1, 160],
    [320, 320],
    [321, 480],
    [4000, 1600],
    [undefined, 1600],
  ])('for %s pixels is %s wide', (wanted, width) => {
    expect(widthFor(wanted)).toBe(width);
  });

  it.each([
    ['image/avif,image/webp,*/*', 'image/avif', true],
    ['image/webp,*/*', 'image/avif', false],
    [undefined, 'image/avif', false],
    ['*/*', 'image/jpeg', true],
    [undefined, 'image/png', true],
    ['image/*', 'image/webp', false],
  ])('may for a browser that accepts %s be %s as it was uploaded: %s', (accept, type, isShown) => {
    expect(isShownBy(accept, type)).toBe(isShown);
  });
});
