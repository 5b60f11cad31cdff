import { useEffect, type RefObject } from 'react';

/** Controls, and notes, hints and errors: what has to be read before a button is pressed. */
const CONTROLS =
  'a, button, input, select, textarea, label, summary, video, [role=button], [role=application], [role=note], [role=status], [id$=-hint], [id$=-error]';
/** After the last scroll event: while the page moves, what lies under an element changes with each frame. */
const SETTLED_MS = 120;
/** Points per side that are looked at: close enough for a swatch not to lie between two. */
const POINTS = 5;

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Shifts a fixed element of a lower corner to the nearest place where it covers no control and no note, by the custom properties `--away-x` and
 * `--away-y`: up along its edge of the screen, then along the other. Where there is none it stays.
 */
export function useOutOfTheWay(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const settle = () => {
      const element = ref.current;
      if (!element) return;
      // What it covers itself is asked for.
      element.style.pointerEvents = 'none';
      const home = {
        ...{ x: element.offsetLeft, y: element.offsetTop },
        ...{ width: element.offsetWidth, height: element.offsetHeight },
      };
      const free = placesFrom(home).find((place) => !coversControl(place)) ?? home;
      element.style.pointerEvents = '';
      element.style.setProperty('--away-x', `${free.x - home.x}px`);
      element.style.setProperty('--away-y', `${free.y - home.y}px`);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settleSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLED_MS);
    };
    settleSoon();
    // The page grows when one arrives or a section opens.
    const observer = new ResizeObserver(settleSoon);
    observer.observe(document.body);
    // Controls appear without either, such as the arrows of a row once its code has come.
    const appearing = new MutationObserver(settleSoon);
    appearing.observe(document.body, { subtree: true, childList: true, attributeFilter: ['hidden'] });
    window.addEventListener('scroll', settleSoon, { passive: true });
    window.addEventListener('resize', settleSoon);
    document.addEventListener('click', settleSoon);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      appearing.disconnect();
      window.removeEventListener('scroll', settleSoon);
      window.removeEventListener('resize', settleSoon);
      document.removeEventListener('click', settleSoon);
    };
  }, [ref]);
}

/** The lower two thirds of both edges of the screen, in steps of half the height. */
function placesFrom(home: Place): Place[] {
  const opposite = document.documentElement.clientWidth - home.x - home.width;
  const steps = Math.max(1, Math.floor((home.y - window.innerHeight / 3) / (home.height / 2)));
  return [home.x, opposite].flatMap((x) =>
    Array.from({ length: steps }, (_, step) => ({ ...home, x, y: home.y - (step * home.height) / 2 })),
  );
}

/** A link that is stretched over a whole card counts as large as its own text. */
function coversControl(place: Place): boolean {
  const parts = Array.from({ length: POINTS }, (_, i) => i / (POINTS - 1));
  return parts.some((right) =>
    parts.some((down) => {
      const found = document.elementFromPoint(place.x + right * place.width, place.y + down * place.height);
      const box = found?.closest(CONTROLS)?.getBoundingClientRect();
      if (!box) return false;
      const isBeside = box.right <= place.x || place.x + place.width <= box.left;
      return !isBeside && box.top < place.y + place.height && place.y < box.bottom;
    }),
  );
}
