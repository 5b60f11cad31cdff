import { useEffect, useRef, type ReactNode } from 'react';

/** The header's frame: solid at the top of the page, translucent and blurred when scrolled. */
export function TranslucentWhenScrolled({ className, children }: { className: string; children: ReactNode }) {
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    const update = () => header.current?.toggleAttribute('data-scrolled', window.scrollY > 0);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  return (
    <header ref={header} className={className} data-slice="shell">
      {children}
    </header>
  );
}
