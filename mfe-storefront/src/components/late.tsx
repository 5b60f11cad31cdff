import { type ComponentType, useEffect, useState } from 'react';

const FIRST_SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * A part of a page that is loaded with the first sign of the visitor, because no one needs it before. All such parts are one chunk:
 * each has its hash in the remote's entry, which every page loads.
 */
export function Late<Props extends object>({
  load,
  ...props
}: Props & { load: () => Promise<{ default: ComponentType<Props> }> }) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  useEffect(() => {
    const signs = new AbortController();
    const onSign = () => {
      signs.abort();
      load().then(
        (module) => setPart(() => module.default),
        () => {},
      );
    };
    for (const sign of FIRST_SIGNS) window.addEventListener(sign, onSign, { signal: signs.signal, passive: true });
    return () => signs.abort();
  }, [load]);
  return Part && <Part {...(props as unknown as Props)} />;
}
