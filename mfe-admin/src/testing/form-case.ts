import type { Prefetch } from '@shop/mfe-kit';
import { fireEvent, screen } from '@testing-library/react';
import type { ComponentType } from 'react';

/** A form of staff, for `exposed/all-forms.spec.tsx`. */
export interface FormCase {
  call: string;
  page: { default: ComponentType; prefetch: Prefetch };
  path: string;
  address?: string;
  /** Buttons that lead to the form. */
  open?: (string | RegExp)[];
  save: string;
  /** Fills the form in; `touch` unless given. */
  fill?(save: string): unknown;
  /** Paths that no field has. */
  formLevel?: string[];
  /** Paths whose field shows the issue of another one. */
  behind?: string[];
}

/** Changes every text and number of the form with the button `save`. */
export function touch(save: string): void {
  const form = screen.getByRole('button', { name: save }).closest('form')!;
  for (const input of form.querySelectorAll<HTMLInputElement>('input:not([type=checkbox], [type=file]), textarea')) {
    fireEvent.change(input, { target: { value: 'number' in input.dataset ? '7' : `${input.value}x` } });
  }
}
