import { createStore } from '@shop/mfe-kit';

export interface Notice {
  /** The part that did not come although its HTML stands. */
  id: string;
  retry(): void;
}

/** Parts that can be seen but do not answer yet. */
export const notices = createStore<readonly Notice[]>([]);

export function addNotice(id: string, again: () => void): void {
  const retry = () => {
    notices.set(notices.get().filter((notice) => notice.id !== id));
    again();
  };
  notices.set([...notices.get().filter((notice) => notice.id !== id), { id, retry }]);
}
