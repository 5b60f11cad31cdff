import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** The parts of the menus that are loaded when a visitor is about to use them; undefined until then. */
export function useMegaMenu() {
  const queryClient = useQueryClient();
  const [mega, setMega] = useState<typeof import('./mega-menu.tsx')>();
  const load = () => {
    if (mega) return;
    // Without it the menus are those of the server.
    import(/* webpackChunkName: "mega-menu" */ './mega-menu.tsx').then(
      async (loaded) => {
        await queryClient.prefetchQuery(loaded.menuQuery);
        setMega(loaded);
      },
      () => {},
    );
  };
  return [mega, load] as const;
}
