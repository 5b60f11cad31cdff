import { useEffect, useRef, type ReactNode } from 'react';

/** The header's frame: solid at the top of the page, translucent with blur once the page is scrolled at all. */
export function TranslucentWhenScrolled({ className, children }: { className: string; children: ReactNode }) {
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    const look = () => header.current?.toggleAttribute('data-scrolled', window.scrollY > 0);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return (
    <header ref={header} className={className} data-slice="shell">
      {children}
    </header>
  );
}
