import { ApiError } from '@shop/mfe-kit';
import { useEffect, useState } from 'react';

/** Says at the field `otp` that the code is wrong, which the server says of no field. Returns whether it was that. */
export function applyWrongCode(
  error: unknown,
  setError: (field: 'otp', error: { type: string; message: string }, options: { shouldFocus: boolean }) => void,
): boolean {
  if (!(error instanceof ApiError && error.code === 'auth.wrong-code')) return false;
  setError('otp', { type: 'server', message: error.message }, { shouldFocus: true });
  return true;
}

/** Rules of react-hook-form for the six digits of a mail. */
export const codeRules = (setDigits: (digits: string) => void) => ({
  required: 'Please enter the code',
  pattern: { value: /^\d{6}$/, message: 'The code has six digits' },
  // `maxlength` would truncate a pasted code with spaces.
  onChange: ({ target }: { target: HTMLInputElement }) => setDigits(target.value.replace(/\D/g, '').slice(0, 6)),
});

/** Seconds left of `seconds`, down to 0. */
export function useCountdown(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const tick = () => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 250);
    tick();
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}
