import {
  type Dispatch,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type SetStateAction,
  useEffect,
  useRef,
} from 'react';
import s from './facet-menus.module.css';

interface Section {
  key: string;
  name: string;
  /** How many values are chosen. */
  chosen: number;
  content: ReactNode;
}

interface Props {
  sections: readonly Section[];
  /** Key of the open one. */
  open: string | undefined;
  setOpen: Dispatch<SetStateAction<string | undefined>>;
}

/** A row of menus, one open at a time. Made of `<details>`, so that they open before scripts run. */
export function FacetMenus({ sections, open, setOpen }: Props) {
  const row = useRef<HTMLUListElement>(null);
  const close = (except?: Element | null) => {
    for (const menu of row.current?.querySelectorAll('details[open]') ?? [])
      if (menu !== except) menu.removeAttribute('open');
  };
  useEffect(() => {
    if (open === undefined) return;
    const closeOutside = (event: PointerEvent) => close((event.target as Element).closest('details'));
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    const menu = target.closest('details');
    if (relatedTarget instanceof Element && !menu?.contains(relatedTarget)) close();
  };
  const escape = (event: KeyboardEvent) => {
    const menu = (event.target as Element).closest<HTMLDetailsElement>('details[open]');
    if (event.key !== 'Escape' || !menu) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  };
  return (
    <ul ref={row} className={s.row} aria-label="Filters by kind" onBlur={leave} onKeyDown={escape}>
      {sections.map(({ key, name, chosen, content }) => (
        <li key={key}>
          <details
            name="filters"
            className={s.menu}
            onToggle={({ currentTarget }) => {
              // Opening one closes another, whose event may come after.
              const isOpen = currentTarget.open;
              setOpen((before) => (isOpen ? key : before === key ? undefined : before));
            }}
          >
            <summary>{chosen > 0 ? `${name} (${chosen})` : name}</summary>
            <div className={s.panel}>{content}</div>
          </details>
        </li>
      ))}
    </ul>
  );
}
