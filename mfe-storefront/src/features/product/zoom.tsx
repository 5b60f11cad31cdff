import { altsOf } from '@shop/ui/picture-alt.ts';
import { pictureAt } from '@shop/ui/picture-sources.ts';
import Lightbox from 'yet-another-react-lightbox';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';

/** The widest rendition. */
const WIDTH = 1600;
/** Beyond the pixels of the picture nothing more is seen. */
const ZOOM = { maxZoomPixelRatio: 2, scrollToZoom: true, doubleTapDelay: 250 };
const STYLES = {
  root: {
    '--yarl__color_backdrop': 'var(--paper)',
    '--yarl__color_button': 'var(--ink)',
    '--yarl__color_button_active': 'var(--ink)',
    '--yarl__color_button_disabled': 'var(--line-strong)',
    '--yarl__button_filter': 'none',
  },
};

interface Props {
  name: string;
  images: readonly string[];
  /** What each shows. */
  alts?: readonly string[];
  /** Of those that are not square. */
  sizes?: readonly { width: number; height: number }[];
  /** The first one to show. */
  index: number;
  onClose(): void;
}

/** The pictures over the whole screen: zoomed by wheel, double click, pinch and the keys + and −, and moved by dragging. */
export default function ZoomedPictures({ name, images, alts = altsOf(name, images), sizes, index, onClose }: Props) {
  return (
    <Lightbox
      open
      close={onClose}
      index={index}
      slides={images.map((src, i) => ({
        src: pictureAt(src, WIDTH),
        alt: alts[i],
        width: WIDTH,
        height: WIDTH,
        ...sizes?.[i],
      }))}
      plugins={[Zoom]}
      zoom={ZOOM}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true }}
      styles={STYLES}
      labels={{ Lightbox: `Enlarged pictures of ${name}` }}
    />
  );
}
