import { momentOfShop, type CurrencyCode } from '@shop/contracts/browser';
import { formatMoney } from '@shop/mfe-kit';
import { shopMomentText } from '../texts.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const controlIn = (form: HTMLFormElement | null, field: string): Control | undefined => {
  const found = form?.elements.namedItem(field);
  return found instanceof Element ? (found as Control) : undefined;
};

/** `chatLink` → `Chat link`. */
const fromName = (field: string): string => {
  const words = field
    .split('.')
    .at(-1)!
    .replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What a form calls a field. */
export function labelIn(form: HTMLFormElement | null, field: string): string {
  const label = controlIn(form, field)?.labels?.[0]?.textContent?.trim();
  return label || fromName(field);
}

/** A value as people read it. */
export function textIn(form: HTMLFormElement | null, field: string, value: unknown): string {
  const control = controlIn(form, field);
  if (control instanceof HTMLSelectElement) {
    const option = [...control.options].find((one) => one.value === String(value));
    if (option && value !== '') return option.text;
  }
  if (control?.type === 'datetime-local' && value) return shopMomentText(momentOfShop(String(value)).toISOString());
  const currency = control?.dataset['currency'];
  if (currency && typeof value === 'number' && !Number.isNaN(value))
    return formatMoney(value, currency as CurrencyCode);
  return textOf(value);
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value instanceof File) return value.name;
  if (Array.isArray(value)) return value.length === 0 ? 'Nothing' : value.map(textOf).join(', ');
  if (typeof value === 'object' && value !== null) {
    return (
      Object.values(value)
        // The address of a picture and an id say nothing to people.
        .filter((part) => !/^(\/api\/v1\/|[0-9a-f]{24}(\/|$))/.test(String(part)))
        .map(textOf)
        .filter((text) => text !== 'Nothing')
        .join(' · ') || 'Nothing'
    );
  }
  return value === undefined || value === null || value === '' || Number.isNaN(value) ? 'Nothing' : String(value);
}
