import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Field } from './field.tsx';

describe('a field for a number', () => {
  afterEach(cleanup);

  it('gives the focus up to the wheel, which would change what was written; one for text keeps it', () => {
    render(
      <>
        <Field label="Price" type="number" defaultValue="1000" />
        <Field label="Name" defaultValue="Meera" />
      </>,
    );
    const [price, name] = ['Price', 'Name'].map((label) => screen.getByLabelText(label));
    price!.focus();
    fireEvent.wheel(price!);
    expect(document.activeElement).not.toBe(price);
    name!.focus();
    fireEvent.wheel(name!);
    expect(document.activeElement).toBe(name);
  });
});
