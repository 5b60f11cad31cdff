/** Kinds of faults of a screen. */
export type FaultKind =
  | 'sticks out to the side'
  | 'is covered'
  | 'is cut off'
  | 'breaks over lines'
  | 'has too little contrast'
  | 'is too small to press'
  | 'has the focus unseen'
  | 'has no size'
  | 'has no alternative text';

export interface Fault {
  kind: FaultKind;
  /** The element, for people. */
  what: string;
  why: string;
}

/** Text over a picture or a gradient, whose background only a screenshot shows. */
export interface TextOverPicture {
  /** A text, or a field. */
  node: Node;
  what: string;
  color: [number, number, number];
  needed: number;
}

declare global {
  interface Window {
    /** Of the last scan. */
    textsOverPictures?: TextOverPicture[];
  }
}

export interface ScanOptions {
  /** Also what no theme changes: sizes, and what covers what. */
  layout: boolean;
  /** Smallest side of what a finger presses, beside links of text. */
  pressed: number;
}

/**
 * Finds faults in what is shown; of an open dialog or a menu that covers the page only. Runs in the page, so it refers to nothing
 * outside of itself.
 */
export function scan({ layout, pressed }: ScanOptions): Fault[] {
  /** Of WCAG 2.2 AA: smaller targets need room around them. */
  const SMALLEST_TARGET = 24;
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, ' +
    ':is([role=button], [role=tab], [role=radio], [role=checkbox], [role=switch], [role=option], [role=menuitem])';
  /** The chat, which steps aside when something under it is to be pressed, menus of the page's header, and what ends by itself. */
  const PASSING =
    'header:not(main header), [style*="--away-x"], [data-notice], [aria-label=Messages], [role=status], [role=alert]';
  const AMOUNT = /^[-–−]?₹[\d,.]+$/;
  const TOLERANCE = 1.5;

  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const ancestorsOf = function* (element: Element): Generator<Element> {
    for (let one = element.parentElement; one; one = one.parentElement) yield one;
  };

  const faults = new Map<string, Fault>();
  const describe = (element: Element): string => {
    const name =
      element.getAttribute('aria-label') ?? element.getAttribute('alt') ?? (element.textContent.trim() || element.id);
    const part = element.closest('[data-part]')?.getAttribute('data-part');
    const marks = [...element.classList].slice(0, 2).map((one) => `.${one}`);
    const words = name.replaceAll(/\s+/g, ' ').slice(0, 50);
    return `${element.tagName.toLowerCase()}${marks.join('')} “${words}”${part ? ` of ${part}` : ''}`;
  };
  const add = (kind: FaultKind, element: Element, why: string): void => {
    const what = describe(element);
    faults.set(`${kind} ${what}`, { kind, what, why });
  };

  const covering = [...document.querySelectorAll('dialog:modal, [data-covering][open]')].at(-1);
  const scope = covering ?? document.body;

  /** Or one of its ancestors. */
  const hidden = new Map<Element, boolean>();
  const isHiddenVisually = (element: Element): boolean => {
    const known = hidden.get(element);
    if (known !== undefined) return known;
    const { clipPath, position } = styleOf(element);
    const isHidden =
      (position === 'absolute' && (clipPath.startsWith('inset(50%') || element.clientWidth <= 1)) ||
      (element.parentElement !== null && isHiddenVisually(element.parentElement));
    hidden.set(element, isHidden);
    return isHidden;
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }) &&
    !element.closest('[inert]') &&
    !isHiddenVisually(element);

  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  const clips = (element: Element, axis: 'overflowX' | 'overflowY'): boolean => styleOf(element)[axis] !== 'visible';
  const scrolls = (element: Element, axis: 'overflowX' | 'overflowY'): boolean =>
    ['auto', 'scroll'].includes(styleOf(element)[axis]);
  const WINDOW: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  /** The part of a box that its ancestors and the window leave visible. */
  const visiblePart = (element: Element, box: Box, window: Box = WINDOW): Box => {
    let { left, top, right, bottom } = box;
    const cut = (by: Box, x: boolean, y: boolean) => {
      if (x) [left, right] = [Math.max(left, by.left), Math.min(right, by.right)];
      if (y) [top, bottom] = [Math.max(top, by.top), Math.min(bottom, by.bottom)];
    };
    cut(window, true, true);
    let { position } = styleOf(element);
    for (const one of ancestorsOf(element)) {
      if (position === 'fixed') break;
      if (one === document.body || one === document.documentElement) break;
      // What is positioned absolutely is clipped from its containing block on.
      if (position === 'absolute' && styleOf(one).position === 'static') continue;
      position = styleOf(one).position;
      const [x, y] = [clips(one, 'overflowX'), clips(one, 'overflowY')];
      if (x || y) cut(one.getBoundingClientRect(), x, y);
    }
    return { left, top, right, bottom };
  };

  // A. Text: contrast, and whether it is cut off.
  const canvas = new OffscreenCanvas(1, 1);
  const pen = canvas.getContext('2d', { willReadFrequently: true })!;
  type Color = [number, number, number, number];
  const colors = new Map<string, Color>();
  const colorOf = (css: string): Color => {
    const known = colors.get(css);
    if (known) return known;
    const numbers = /^rgba?\(([^)]*)\)$/
      .exec(css)?.[1]
      ?.split(/[\s,/]+/)
      .map(Number);
    let color: Color;
    if (numbers && numbers.every(Number.isFinite)) {
      color = [numbers[0]!, numbers[1]!, numbers[2]!, numbers[3] ?? 1];
    } else {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = css;
      pen.fillRect(0, 0, 1, 1);
      const [r, g, b, alpha] = pen.getImageData(0, 0, 1, 1).data;
      color = [r!, g!, b!, alpha! / 255];
    }
    colors.set(css, color);
    return color;
  };
  const over = ([r, g, b, alpha]: Color, below: Color): Color => [
    r * alpha + below[0] * (1 - alpha),
    g * alpha + below[1] * (1 - alpha),
    b * alpha + below[2] * (1 - alpha),
    1,
  ];
  const luminance = (color: Color): number => {
    const [r, g, b] = color.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const contrast = (one: Color, other: Color): number => {
    const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
    return (light! + 0.05) / (dark! + 0.05);
  };
  const pictures = [...scope.querySelectorAll('img, video, canvas')].filter(isShown);
  const page: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  const pictureBoxes = pictures.map((element) => ({
    element,
    box: visiblePart(element, element.getBoundingClientRect(), page),
  }));
  const touches = (a: Box, b: Box): boolean =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const overPictures: TextOverPicture[] = (window.textsOverPictures = []);

  /** What lies behind a text; undefined where it is a picture. */
  const backgroundOf = (element: Element, box: Box): Color | undefined => {
    const layers: Color[] = [];
    for (let one: Element | null = element; one; one = one.parentElement) {
      const { backgroundColor, backgroundImage } = styleOf(one);
      if (backgroundImage !== 'none') return undefined;
      const color = colorOf(backgroundColor);
      if (color[3] > 0) layers.push(color);
      const isTop = one === covering && one.tagName === 'DIALOG';
      if (color[3] === 1 || isTop || one === document.documentElement) {
        const root = one;
        const isOver = pictureBoxes.some(
          (picture) =>
            root.contains(picture.element) && !picture.element.contains(element) && touches(picture.box, box),
        );
        if (isOver) return undefined;
        break;
      }
    }
    return layers.toReversed().reduce<Color>((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  const checkContrast = (
    element: Element,
    box: Box,
    {
      node = element as Node,
      css = styleOf(element).color,
      what,
      isIcon = false,
    }: { node?: Node; css?: string; what?: string; isIcon?: boolean } = {},
  ): void => {
    const name = () => what ?? describe(element);
    const { fontSize, fontWeight } = styleOf(element);
    let opacity = 1;
    for (let one: Element | null = element; one; one = one.parentElement) opacity *= Number(styleOf(one).opacity);
    const [r, g, b, alpha] = colorOf(css);
    const size = Number.parseFloat(fontSize);
    const needed = isIcon || size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
    const background = backgroundOf(element, box);
    if (!background) {
      overPictures.push({ node, what: name(), color: [r, g, b], needed });
      return;
    }
    const found = contrast(over([r, g, b, alpha * opacity], background), background);
    if (found < needed - 0.01) {
      faults.set(`contrast ${name()} ${css}`, {
        kind: 'has too little contrast',
        what: name(),
        why: `${found.toFixed(2)} instead of ${needed}`,
      });
    }
  };

  /** Controls with words, whose icons say nothing more. */
  const worded = new Set<Element | null>();
  const range = document.createRange();
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  const isDisabled = (element: Element): boolean => element.closest(':disabled, [aria-disabled=true]') !== null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement!;
    if (!node.textContent!.trim() || element.closest('script, style, svg, option, noscript')) continue;
    if (!isShown(element)) continue;
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    if (lines.length === 0) continue;
    worded.add(element.closest(CONTROLS));
    const size = Number.parseFloat(styleOf(element).fontSize);
    const first = lines[0]!;
    // Stars are letters that a gradient fills, with their number beside them.
    const isFilled = styleOf(element).backgroundClip === 'text';
    if (!isDisabled(element) && !isFilled) checkContrast(element, first, { node });
    if (!layout) continue;

    if (AMOUNT.test(node.textContent!.trim()) && lines.length > 1) {
      add('breaks over lines', element, 'an amount is read at once');
    }

    // An ancestor that hides what leaves it: ellipsis is allowed where it is declared.
    let { position } = styleOf(element);
    for (const one of [element, ...ancestorsOf(element)]) {
      if (one === document.body) break;
      if (one !== element) {
        if (position === 'absolute' && styleOf(one).position === 'static') continue;
        position = styleOf(one).position;
      }
      const style = styleOf(one);
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') break;
      const box = one.getBoundingClientRect();
      // A scroller shows the rest on demand; what lies wholly outside is hidden on purpose.
      const hidesX = clips(one, 'overflowX') && !scrolls(one, 'overflowX');
      const hidesY = clips(one, 'overflowY') && !scrolls(one, 'overflowY');
      const cut = lines.find((line) => {
        // The line's box is higher than its letters.
        const slack = size * 0.25;
        const isPart = touches(line, box);
        const x = hidesX && (line.right > box.right + TOLERANCE || line.left < box.left - TOLERANCE);
        const y = hidesY && (line.bottom > box.bottom + slack || line.top < box.top - slack);
        return isPart && (x || y);
      });
      if (cut) {
        add('is cut off', element, `by ${describe(one)}`);
        break;
      }
      if (scrolls(one, 'overflowX') && scrolls(one, 'overflowY')) break;
    }
    const control = element.closest('button, [role=button], [role=tab], summary');
    if (control) {
      const box = control.getBoundingClientRect();
      if (lines.some((line) => line.right > box.right + TOLERANCE || line.left < box.left - TOLERANCE)) {
        add('is cut off', control, 'its words are wider than itself');
      }
    }
  }
  for (const field of scope.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
    if (!isShown(field) || isDisabled(field)) continue;
    if (['checkbox', 'radio', 'range', 'file', 'color'].includes(field.type)) continue;
    checkContrast(field, field.getBoundingClientRect());
    if (field.placeholder && !field.value) {
      const { color, opacity } = getComputedStyle(field, '::placeholder');
      const [r, g, b, alpha] = colorOf(color);
      const css = `rgb(${r} ${g} ${b} / ${alpha * Number(opacity)})`;
      checkContrast(field, field.getBoundingClientRect(), { css, what: `placeholder “${field.placeholder}”` });
    }
  }
  /** The color that an icon is drawn in: an SVG's, or that of a pseudo-element with a mask. */
  const iconOf = (control: Element): string | undefined => {
    const shape = control.querySelector('svg :is(path, circle, rect, line, polyline, polygon, ellipse)');
    if (shape) {
      const { stroke, fill } = getComputedStyle(shape);
      return stroke === 'none' ? fill : stroke;
    }
    const masked = ['::before', '::after']
      .map((pseudo) => getComputedStyle(control, pseudo))
      .find(({ content, maskImage }) => content !== 'none' && maskImage !== 'none');
    return masked?.backgroundColor;
  };
  for (const control of scope.querySelectorAll(CONTROLS)) {
    if (worded.has(control) || !isShown(control) || isDisabled(control)) continue;
    const css = iconOf(control);
    if (!css || css === 'none') continue;
    const node = control.querySelector('svg') ?? control;
    const box = node.getBoundingClientRect();
    // What a row of cards would bring into sight is like what is in sight.
    const { left, right, top, bottom } = visiblePart(control, box, page);
    if (right - left < box.width || bottom - top < box.height) continue;
    checkContrast(control, box, { node, css, what: `icon of ${describe(control)}`, isIcon: true });
  }
  if (!layout) return [...faults.values()];

  // B. Pictures.
  for (const element of scope.querySelectorAll('img')) {
    if (!element.hasAttribute('alt')) add('has no alternative text', element, element.currentSrc || element.src);
    const hasSize = element.hasAttribute('width') && element.hasAttribute('height');
    if (!hasSize && styleOf(element).aspectRatio === 'auto') add('has no size', element, 'no width and height');
  }

  // C. Nothing sticks out to the side.
  const wide = document.documentElement.scrollWidth > innerWidth;
  for (const element of [scope, ...scope.querySelectorAll('*')]) {
    const { right, left, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0 || (right <= innerWidth + TOLERANCE && left >= -TOLERANCE)) continue;
    if (!isShown(element)) continue;
    const part = visiblePart(element, { left, right, top: -Infinity, bottom: Infinity });
    const isClipped = ancestorsOf(element).some(
      (one) => one !== document.body && one !== document.documentElement && clips(one, 'overflowX'),
    );
    if (!isClipped && part.right - part.left > 0) {
      add('sticks out to the side', element, `from ${Math.round(left)} to ${Math.round(right)} of ${innerWidth} px`);
    }
  }
  if (wide && ![...faults.values()].some(({ kind }) => kind === 'sticks out to the side')) {
    add('sticks out to the side', document.body, `${document.documentElement.scrollWidth} of ${innerWidth} px`);
  }
  if (covering) {
    for (const one of [covering, ...covering.querySelectorAll('*')]) {
      // A part that scrolls both ways was meant to scroll down only.
      const isAccident = scrolls(one, 'overflowY') && scrolls(one, 'overflowX') && !one.closest('table, pre');
      if (isAccident && one.scrollWidth > one.clientWidth + 1 && one.scrollHeight > one.clientHeight) {
        add('sticks out to the side', one, `${one.scrollWidth} of ${one.clientWidth} px`);
      }
    }
  }

  // D. The focus, and controls: covered or too small.
  const focused = document.activeElement;
  if (focused?.closest('[aria-hidden=true]')) add('has the focus unseen', focused, 'it is hidden from screen readers');
  interface Control {
    element: Element;
    /** What a finger can press for it: itself, and the label of a field. */
    parts: Element[];
  }
  const controls: Control[] = [];
  for (const element of scope.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (element.matches(':disabled')) continue;
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const parts = [element, ...labels].filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 1 && height > 1 && (isShown(one) || (one === element && styleOf(one).opacity === '0'));
    });
    if (parts.length > 0 && !element.closest('[inert]')) controls.push({ element, parts });
  }
  /** A link among words, which its line limits. */
  const isInText = ({ element }: Control): boolean => {
    if (element.tagName !== 'A' || styleOf(element).display !== 'inline') return false;
    const block = ancestorsOf(element).find((one) => styleOf(one).display !== 'inline')!;
    return block.textContent.trim().length > element.textContent.trim().length + 1;
  };
  const boxOf = ({ parts }: Control): Box => {
    const boxes = parts.map((one) => one.getBoundingClientRect());
    return {
      left: Math.min(...boxes.map(({ left }) => left)),
      top: Math.min(...boxes.map(({ top }) => top)),
      right: Math.max(...boxes.map(({ right }) => right)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    };
  };
  const centreOf = ({ left, top, right, bottom }: Box) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
  const belongs = (found: Element, { element, parts }: Control): boolean =>
    parts.some((one) => one.contains(found)) || found.contains(element) || found.closest('label')?.control === element;

  /** What a button has opened, such as a menu, by its place or by its id. */
  const OPENED = '[aria-expanded=true] ~ *';
  const controlled = [...document.querySelectorAll('[aria-expanded=true][aria-controls]')].flatMap(
    (button) => document.getElementById(button.getAttribute('aria-controls')!) ?? [],
  );
  /** Whether it lies upon the page until it is closed. */
  const isOpened = (covers: Element, { element }: Control): boolean =>
    covers.closest(OPENED) !== null ||
    controlled.some((opened) => opened.contains(covers) && !opened.contains(element));

  /** A button on a picture that is pressed as a whole. */
  const isSmallOn = (found: Element, area: number): boolean => {
    const { width, height } = found.closest(CONTROLS)?.getBoundingClientRect() ?? { width: Infinity, height: 1 };
    return width * height < area / 5;
  };
  /** Whether an edge of the window, or a bar at it, hides what a pseudo-element adds to the control, and scrolling shows it. */
  const isAtEdge = (control: Control): boolean => {
    const { scrollTop, scrollHeight, clientHeight } = document.scrollingElement!;
    const { x, y } = centreOf(boxOf(control));
    const half = Math.max(pressed, SMALLEST_TARGET) / 2 - 1;
    const isHidden = (at: number): boolean =>
      at < 0 || at >= innerHeight || document.elementFromPoint(x, at)?.closest(PASSING) != null;
    if (covering || control.element.closest(PASSING)) return false;
    return (scrollTop > 0 && isHidden(y - half)) || (scrollTop < scrollHeight - clientHeight - 1 && isHidden(y + half));
  };
  /** Controls that were free at no place of the window so far, and what lay upon them. */
  const left = new Map<Control, Element | undefined>(controls.map((control) => [control, undefined]));
  const lookAtControls = (): void => {
    for (const control of left.keys()) {
      const [element] = control.parts as [Element];
      // One of its lines, where it has several.
      const [line] = element.getClientRects();
      if (!line || !touches(line, WINDOW)) continue;
      const seen = visiblePart(element, line);
      const [width, height] = [seen.right - seen.left, seen.bottom - seen.top];
      // At the edge of a scroller it comes into sight later.
      if (width < Math.min(line.width, innerWidth) * 0.6 || height < Math.min(line.height, innerHeight) * 0.6) continue;
      const isRound = Number.parseFloat(styleOf(element).borderTopLeftRadius) >= Math.min(width, height) / 2 - 1;
      const inset = isRound ? 0.2 : 0.1;
      const points = [0.5, inset, 1 - inset].flatMap((x) =>
        (x === 0.5 ? [0.5] : [inset, 1 - inset]).map((y) => [seen.left + x * width, seen.top + y * height] as const),
      );
      const covers = points
        .map(([x, y]) => document.elementFromPoint(x, y))
        .find((found) => found && !belongs(found, control) && !isSmallOn(found, width * height));
      // It is looked at elsewhere.
      if (!covers && isAtEdge(control)) continue;
      if (!covers) {
        left.delete(control);
        checkSize(control);
      } else if (isOpened(covers, control)) {
        left.delete(control);
      } else if (!covers.closest(PASSING) || control.element.closest(PASSING)) {
        left.set(control, covers);
      }
    }
  };
  const reaches = (control: Control, x: number, y: number): boolean => {
    const found = document.elementFromPoint(x, y);
    return found !== null && control.parts.some((one) => one === found || one.contains(found));
  };
  const checkSize = (control: Control): void => {
    if (isInText(control)) return;
    const box = boxOf(control);
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    const { x, y } = centreOf(box);
    /** Its box, or what a pseudo-element adds to it. */
    const isAtLeast = (side: number) =>
      (width >= side - 0.5 || (reaches(control, x - side / 2 + 1, y) && reaches(control, x + side / 2 - 1, y))) &&
      (height >= side - 0.5 || (reaches(control, x, y - side / 2 + 1) && reaches(control, x, y + side / 2 - 1)));
    const size = `${Math.round(width)} × ${Math.round(height)}`;
    if (pressed > SMALLEST_TARGET && control.element.tagName !== 'A' && !isAtLeast(pressed)) {
      add('is too small to press', control.element, `${size} px instead of ${pressed}`);
    } else if (!isAtLeast(SMALLEST_TARGET)) {
      const isCrowded = controls.some((other) => {
        if (other === control || other.parts.some((one) => control.parts.includes(one))) return false;
        if (other.element.contains(control.element) || control.element.contains(other.element)) return false;
        const near = boxOf(other);
        const dx = Math.max(near.left - x, 0, x - near.right);
        const dy = Math.max(near.top - y, 0, y - near.bottom);
        return Math.hypot(dx, dy) < SMALLEST_TARGET / 2;
      });
      if (isCrowded) add('is too small to press', control.element, `${size} px with others around it`);
    }
  };

  const scrollers = covering
    ? [covering, ...covering.querySelectorAll('*')].filter(
        (one) => scrolls(one, 'overflowY') && one.scrollHeight > one.clientHeight + 1,
      )
    : [document.scrollingElement!];
  const seenAt = scrollers.map((one) => one.scrollTop);
  lookAtControls();
  for (const [index, scroller] of scrollers.entries()) {
    // In a drawer, bars at its edges leave a part of it free only.
    const step = Math.max(scroller.clientHeight * (covering ? 0.25 : 0.5), 100);
    const end = scroller.scrollHeight - scroller.clientHeight;
    for (let at = 0; left.size > 0; at = Math.min(at + step, end)) {
      scroller.scrollTo({ top: at, behavior: 'instant' });
      lookAtControls();
      if (at >= end) break;
    }
    scroller.scrollTo({ top: seenAt[index]!, behavior: 'instant' });
  }
  for (const [{ element }, covers] of left) {
    if (covers) add('is covered', element, `by ${describe(covers)}`);
  }
  return [...faults.values()];
}

export interface SeenText {
  index: number;
  box: { x: number; y: number; width: number; height: number };
}

/** Scrolls to a text over a picture. Runs in the page. */
export function scrollToText(index: number): void {
  const { node } = window.textsOverPictures![index]!;
  const element = node instanceof Element ? node : node.parentElement!;
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
}

/** Those of the texts over pictures that can be seen in the window. Runs in the page. */
export function textsInWindow(indexes: readonly number[]): SeenText[] {
  const texts = window.textsOverPictures!;
  const range = document.createRange();
  /** An icon under a bar that stays; words have their own box there. */
  const isCovered = (node: Node, x: number, y: number): boolean => {
    const found = node instanceof Element ? document.elementFromPoint(x, y) : null;
    return found !== null && !found.contains(node) && !node.contains(found);
  };
  return indexes.flatMap((index) => {
    range.selectNode(texts[index]!.node);
    const { left, top, right, bottom, width, height } = range.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && width > 0;
    return isInside && !isCovered(texts[index]!.node, (left + right) / 2, (top + bottom) / 2)
      ? [{ index, box: { x: left, y: top, width, height } }]
      : [];
  });
}

/** Hides the words and keeps their backgrounds. Runs in the page, whose policy allows no style element. */
export function hideWords(isHidden: boolean): void {
  if (!isHidden) {
    document.adoptedStyleSheets.pop();
    return;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*, ::placeholder { color: transparent !important; -webkit-text-fill-color: transparent !important; ' +
      'text-shadow: none !important; text-decoration-color: transparent !important }',
  );
  document.adoptedStyleSheets.push(sheet);
}

/**
 * Compares the texts' colours with the pixels of a screenshot. A twentieth of the pixels may differ too little: a glint is no
 * background. Runs in the page.
 */
export async function compareWithPicture({ png, seen }: { png: string; seen: SeenText[] }): Promise<Fault[]> {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const scale = image.naturalWidth / innerWidth;
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const pen = canvas.getContext('2d', { willReadFrequently: true })!;
  pen.drawImage(image, 0, 0);
  const luminance = (rgb: ArrayLike<number>, at: number): number => {
    const [r, g, b] = [0, 1, 2].map((part) => {
      const share = rgb[at + part]! / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  return seen.flatMap(({ index, box }) => {
    const { color, needed, what } = window.textsOverPictures![index]!;
    const own = luminance(color, 0);
    const { data } = pen.getImageData(box.x * scale, box.y * scale, box.width * scale, box.height * scale);
    const found: number[] = [];
    for (let at = 0; at < data.length; at += 4) {
      const other = luminance(data, at);
      found.push((Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05));
    }
    const worst = found.toSorted((a, b) => a - b)[Math.floor(found.length / 20)] ?? 21;
    if (worst >= needed - 0.01) return [];
    const why = `${worst.toFixed(2)} instead of ${needed} over a picture`;
    return [{ kind: 'has too little contrast' as const, what, why }];
  });
}
