import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, render } from '@testing-library/react';
import { pictureForPreview } from './picture-sources.ts';
import { Picture } from './picture.tsx';
import { Thumbnail } from './thumbnail.tsx';

const OWN = '/api/v1/images/ring.webp';
const FOREIGN = 'https://pictures.example/ring.jpg?size=large';

describe('a picture', () => {
  afterEach(cleanup);
  const shown = () => document.querySelector('img')!;
  const widths = () => [...shown().srcset.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width));

  it('comes in the width that the screen needs, and keeps its place while it comes', () => {
    render(<Picture src={OWN} alt="A ring" sizes="50vw" ratio="4 / 5" />);
    expect(widths()).toEqual([320, 480, 640, 960, 1200, 1600]);
    expect(shown().srcset).toContain(`${OWN}?w=480 480w`);
    expect(shown()).toMatchObject({ alt: 'A ring', sizes: '50vw', width: 640, height: 800 });
  });

  it('waits until it comes near, unless it is the first one', () => {
    render(<Picture src={OWN} alt="" sizes="50vw" />);
    expect([shown().getAttribute('loading'), shown().getAttribute('fetchpriority')]).toEqual(['lazy', null]);
    cleanup();
    render(<Picture src={OWN} alt="" sizes="50vw" first />);
    expect([shown().getAttribute('loading'), shown().getAttribute('fetchpriority')]).toEqual(['eager', 'high']);
  });

  it('of another site comes as it is', () => {
    render(<Picture src={FOREIGN} alt="" sizes="50vw" />);
    expect([shown().getAttribute('src'), shown().getAttribute('srcset')]).toEqual([FOREIGN, null]);
    expect(pictureForPreview(FOREIGN)).toBe(FOREIGN);
  });

  it('is a JPEG for link previews', () => {
    expect(pictureForPreview(OWN)).toBe(`${OWN}?w=1200&f=jpeg`);
  });

  it('leaves its place empty where there is none', () => {
    const { container } = render(<Picture src={undefined} alt="A ring" sizes="50vw" />);
    expect(container.querySelector('img')).toBeNull();
    expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  });

  it('keeps a point in sight where it is cropped, and the middle without one', () => {
    render(<Picture src={OWN} alt="" sizes="50vw" focus={{ x: 40, y: 25 }} />);
    expect(shown().style.objectPosition).toBe('40% 25%');
    cleanup();
    render(<Thumbnail src={OWN} focus={{ x: 0, y: 100 }} />);
    expect(shown().style.objectPosition).toBe('0% 100%');
    cleanup();
    render(<Picture src={OWN} alt="" sizes="50vw" />);
    expect(shown().getAttribute('style')).not.toContain('object-position');
  });

  it('in a list is small, and silent', () => {
    render(<Thumbnail src={OWN} />);
    expect(widths()).toEqual([160, 320]);
    expect(shown()).toMatchObject({ alt: '', width: 72, height: 72 });
  });
});
