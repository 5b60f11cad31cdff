import { createStore } from './store.ts';

export type ToastKind = 'success' | 'error' | 'info' | 'loading';
export interface Toast {
  id: number;
  kind: ToastKind;
  message: string;
}

/** Open toasts. The shell renders them with code that is loaded on first use. */
export const toasts = createStore<readonly Toast[]>([]);

let last = 0;
/** An equal message replaces the one that is still shown: it is said again by screen readers, and stands there once. */
const show = (kind: ToastKind, message: string, id = ++last): number => {
  const isEqual = (toast: Toast) => kind !== 'loading' && toast.kind === kind && toast.message === message;
  const others = toasts.get().filter((toast) => toast.id !== id && !isEqual(toast));
  toasts.set([...others, { id, kind, message }]);
  return id;
};

/** Toasts of the page, 4 s each; a loading toast stays until its promise settles. They return the toast's id. */
export const toast = {
  success: (message: string) => show('success', message),
  error: (message: string) => show('error', message),
  info: (message: string) => show('info', message),
  dismiss(id: number) {
    toasts.set(toasts.get().filter((one) => one.id !== id));
  },
  /** A toast that follows a promise: 'Sending OTP…' → 'OTP sent!', or the error's message. Returns the promise. */
  promise<T>(
    promise: Promise<T>,
    texts: { loading: string; success: string; error: string | ((error: unknown) => string) },
  ): Promise<T> {
    const id = show('loading', texts.loading);
    void promise.then(
      () => show('success', texts.success, id),
      (error: unknown) => show('error', typeof texts.error === 'string' ? texts.error : texts.error(error), id),
    );
    return promise;
  },
};
