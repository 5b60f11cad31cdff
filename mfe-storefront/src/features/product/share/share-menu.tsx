import { pictureForPreview } from '@shop/ui/picture-sources.ts';
import { toast } from '@shop/mfe-kit';
import { useEffect, useEffectEvent, useRef } from 'react';
import s from './share-button.module.css';

export interface Shared {
  name: string;
  /** Of its page. */
  path: string;
  image: string | undefined;
}

export interface MenuProps extends Shared {
  /** With whether the focus was in the menu. */
  onClose(isFocused: boolean): void;
}

const urlOf = (path: string): string => new URL(path, window.location.origin).href;

/** False where the device offers nothing. That somebody changed their mind is no failure. */
export async function shareByDevice({ name, path }: Shared): Promise<boolean> {
  const data = { title: name, url: urlOf(path) };
  if (!navigator.share || navigator.canShare?.(data) === false) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return (error as DOMException).name === 'AbortError';
  }
}

/** Ways to share that work in every browser. */
export function ShareMenu({ name, path, image, onClose }: MenuProps) {
  const list = useRef<HTMLUListElement>(null);
  const url = urlOf(path);
  const close = useEffectEvent(() => onClose(list.current?.contains(document.activeElement) ?? false));
  useEffect(() => {
    list.current!.querySelector('button')!.focus();
    const onPointer = ({ target }: PointerEvent) => {
      if (!list.current?.parentElement?.contains(target as Node)) close();
    };
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success('Link copied');
      onClose(true);
    } catch {
      toast.error('The link could not be copied. Please take it from the address bar');
    }
  };
  const ways = [
    ['WhatsApp', `https://wa.me/?text=${encodeURIComponent(`${name} ${url}`)}`],
    ['E-mail', `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(url)}`],
    [
      'Pinterest',
      `https://www.pinterest.com/pin/create/button/?${new URLSearchParams({
        url,
        description: name,
        ...(image && { media: urlOf(pictureForPreview(image)) }),
      })}`,
    ],
  ] as const;
  return (
    <ul
      ref={list}
      className={s.menu}
      aria-label={`Share ${name}`}
      onBlur={({ relatedTarget, currentTarget }) => {
        // Only where the focus went on: a click on nothing is handled above.
        if (relatedTarget && !currentTarget.parentElement!.contains(relatedTarget)) onClose(false);
      }}
    >
      <li>
        <button type="button" onClick={() => void copy()}>
          Copy link
        </button>
      </li>
      {ways.map(([way, href]) => (
        <li key={way}>
          <a
            href={href}
            {...(!href.startsWith('mailto:') && { target: '_blank', rel: 'noopener noreferrer' })}
            onClick={() => onClose(true)}
          >
            {way}
          </a>
        </li>
      ))}
    </ul>
  );
}
