import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';

/**
 * A component whose code is fetched when it is first wanted; undefined until then. Where `lazy` would take the whole page away
 * when the code does not come, and for ever, `onFailure` is told how to try again; so does who wants it once more.
 */
export function useWhenWanted(
  load: () => Promise<{ default: ComponentType }>,
  isWanted: boolean,
  onFailure: (again: () => void) => void,
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
    if (isWanted && !Part) fetchPart();
  }, [isWanted, Part]);
  return isWanted ? Part : undefined;
}
