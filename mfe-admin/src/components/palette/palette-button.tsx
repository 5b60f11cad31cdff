import { toast } from '@shop/mfe-kit';
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ComponentType } from 'react';
import s from '../staff-frame.module.css';

const load = () => import(/* webpackChunkName: "palette" */ './palette.tsx');

const never = () => () => {};
const isMac = (): boolean => /Mac|iP(hone|ad|od)/.test(navigator.platform);

/** Opens the command palette, by itself and by Ctrl+K or ⌘K anywhere on the screen. Its code is loaded with the first use. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  const [Palette, setPalette] = useState<ComponentType<{ onClose(): void }>>();
  // The server does not know.
  const hasMacKeys = useSyncExternalStore(never, isMac, () => false);

  const open = () => {
    setOpen(true);
    if (Palette) return;
    load().then(
      (module) => setPalette(() => module.Palette),
      () => {
        setOpen(false);
        toast.error('The search could not be loaded. Please try again');
      },
    );
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const hasKey = hasMacKeys ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
    if (!hasKey || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
    // The browser's own search would open.
    event.preventDefault();
    if (event.repeat) return;
    if (isOpen) setOpen(false);
    // Another dialog is answered first.
    else if (!document.querySelector('dialog[open]')) open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  const isLoading = isOpen && !Palette;
  return (
    <>
      <button
        type="button"
        className={s.find}
        aria-haspopup="dialog"
        aria-keyshortcuts={hasMacKeys ? 'Meta+K' : 'Control+K'}
        aria-busy={isLoading || undefined}
        onClick={open}
        onPointerEnter={() => void load().catch(() => {})}
      >
        <span>
          Search<span className={s.more}> or jump to…</span>
        </span>
        <kbd className={s.keys} aria-hidden="true">
          {hasMacKeys ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {isLoading && (
        <span role="status" className="visually-hidden">
          Opening the search…
        </span>
      )}
      {isOpen && Palette && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}
