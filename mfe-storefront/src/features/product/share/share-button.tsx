import { type ComponentType, useRef, useState } from 'react';
import s from './share-button.module.css';
import type { MenuProps, Shared } from './share-menu.tsx';

/** Loaded on intent. */
const load = () => import(/* webpackChunkName: "late" */ './share-menu.tsx');

/** Shares a piece by what the device offers, else by a small menu. Without scripts there is none. */
export default function ShareButton(piece: Shared) {
  const button = useRef<HTMLButtonElement>(null);
  const [Menu, setMenu] = useState<ComponentType<MenuProps>>();
  const preload = () => void load().catch(() => {});
  const press = async () => {
    if (Menu) return setMenu(undefined);
    try {
      const { shareByDevice, ShareMenu } = await load();
      if (!(await shareByDevice(piece))) setMenu(() => ShareMenu);
    } catch (error) {
      reportError(error);
    }
  };
  return (
    <div className={s.frame}>
      <button
        ref={button}
        type="button"
        className={s.share}
        aria-label={`Share ${piece.name}`}
        aria-expanded={Menu !== undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => void press()}
      />
      {Menu && (
        <Menu
          {...piece}
          onClose={(isFocused) => {
            setMenu(undefined);
            if (isFocused) button.current?.focus();
          }}
        />
      )}
    </div>
  );
}
