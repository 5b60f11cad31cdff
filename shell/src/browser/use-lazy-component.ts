import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';

/**
 * A component whose code is loaded when it is first needed; undefined until then. Unlike with `lazy`, a failed load does not break
 * the page: `onFailure` gets a retry function, and the next time it is needed it is loaded again.
 */
export function useLazyComponent(
  load: () => Promise<{ default: ComponentType }>,
  isNeeded: boolean,
  onFailure: (retry: () => void) => void,
): ComponentType | undefined {
  const [Part, setPart] = useState<ComponentType>();
  const fetchPart = useEffectEvent(() => {
    const attempt = () => {
      load().then(
        (module) => setPart(() => module.default),
        () => onFailure(attempt),
      );
    };
    attempt();
  });
  useEffect(() => {
    if (isNeeded && !Part) fetchPart();
  }, [isNeeded, Part]);
  return isNeeded ? Part : undefined;
}
