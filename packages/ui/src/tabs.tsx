import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import s from './tabs.module.css';

export interface Tab<Value extends string> {
  value: Value;
  name: string;
  /** Why it is disabled. */
  disabled?: string | undefined;
}

interface Props<Value extends string> {
  /** Label for screen readers. */
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onChoose(value: Value): void;
  /** Panel of the selected tab. */
  children: ReactNode;
}

/** Two or more views of which one is visible; the arrow keys move between tabs. */
export function Tabs<Value extends string>({ label, tabs, value, onChoose, children }: Props<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const open = tabs.filter(({ disabled }) => !disabled);
    const next = open[(open.findIndex((tab) => tab.value === value) + step + open.length) % open.length]!;
    onChoose(next.value);
    list.current!.querySelector<HTMLElement>(`[data-value="${next.value}"]`)!.focus();
  };
  return (
    <>
      <div ref={list} className={s.tabs} role="tablist" aria-label={label}>
        {tabs.map(({ value: one, name, disabled }) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            data-value={one}
            aria-selected={one === value}
            aria-controls={`${id}-panel`}
            tabIndex={one === value ? 0 : -1}
            disabled={disabled !== undefined}
            title={disabled}
            onClick={() => onChoose(one)}
            onKeyDown={onKeyDown}
          >
            {name}
          </button>
        ))}
      </div>
      <div key={value} id={`${id}-panel`} className={s.panel} role="tabpanel" aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
