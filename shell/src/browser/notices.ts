import { createStore } from '@shop/mfe-kit';

export interface Notice {
  /** The part that could not be loaded. */
  id: string;
  retry(): void;
}

/** Parts whose HTML is on the page but whose code could not be loaded. */
export const notices = createStore<readonly Notice[]>([]);

export function addNotice(id: string, retry: () => void): void {
  const others = () => notices.get().filter((notice) => notice.id !== id);
  const dismissAndRetry = () => {
    notices.set(others());
    retry();
  };
  notices.set([...others(), { id, retry: dismissAndRetry }]);
}
