import { RadioButtons } from '@shop/ui/radio-buttons.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import s from './shop-preview.module.css';

/** Screens that the shop is looked at on. */
const SCREENS = { 'Phone, 390 px': [390, 844], 'Computer, 1440 px': [1440, 900] } as const;
type Screen = keyof typeof SCREENS;
const NAMES = Object.keys(SCREENS) as Screen[];

/** What is written, as the shop shows it: rendered in a frame as wide as a phone or a computer, and made smaller to fit. */
export function ShopPreview({ children }: { children: ReactNode }) {
  const [screen, setScreen] = useState<Screen>(NAMES[0]!);
  const [root, setRoot] = useState<HTMLElement>();
  const [height, setHeight] = useState(0);
  const [room, setRoom] = useState<number>();
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const target = frame.current?.contentDocument;
    if (!target) return;
    setRoot(rootIn(target));
  }, []);
  // Its content decides how tall it is, and the page how wide.
  useEffect(() => {
    if (!root || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      setHeight(root.offsetHeight);
      setRoom(box.current!.clientWidth);
    });
    observer.observe(root);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [root]);

  const [width, tall] = SCREENS[screen];
  const scale = room === undefined ? 1 : Math.min(1, room / width);
  return (
    <div className={s.preview}>
      <RadioButtons
        title="Shown on"
        name="preview-width"
        values={NAMES}
        value={screen}
        onChoose={(chosen) => setScreen(chosen as Screen)}
      />
      <div ref={box}>
        <div
          className={s.box}
          style={{ inlineSize: `${Math.floor(width * scale)}px`, blockSize: `${Math.ceil(height * scale)}px` }}
        >
          <iframe
            ref={frame}
            // Written into from here; nothing runs in it.
            sandbox="allow-same-origin"
            title={`Preview, ${width} pixels wide`}
            className={s.frame}
            // At least as tall as the screen, because some of the shop depends on it.
            style={{ inlineSize: `${width}px`, blockSize: `${Math.max(height, tall)}px`, scale: String(scale) }}
          />
        </div>
      </div>
      {root && createPortal(children, root)}
    </div>
  );
}

/** Where the content goes in a frame that looks like this page: its style sheets, its language and its theme. */
function rootIn(target: Document): HTMLElement {
  // Otherwise it is in quirks mode.
  target.open();
  target.write('<!doctype html><title>Preview</title>');
  target.close();
  for (const { name, value } of document.documentElement.attributes) target.documentElement.setAttribute(name, value);
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"], style')) {
    target.head.append(target.importNode(sheet, true));
  }
  // The whole of it is shown: nothing is reserved for a bar.
  target.documentElement.style.cssText = 'overflow: hidden; scrollbar-gutter: auto';
  const root = target.createElement('div');
  target.body.append(root);
  return root;
}
