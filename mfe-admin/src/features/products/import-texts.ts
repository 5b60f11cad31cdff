import type { BadgeTone } from '@shop/ui/badge.tsx';
import type { ImportRow, ProductImport } from './api/product-imports.ts';

export const IMPORT_STATE_NAMES: Record<ProductImport['state'], string> = {
  uploading: 'Not complete',
  checking: 'Being checked',
  checked: 'Checked',
  refused: 'Refused',
  applying: 'Being applied',
  applied: 'Applied',
};
export const IMPORT_STATE_TONES: Record<ProductImport['state'], BadgeTone> = {
  uploading: 'plain',
  checking: 'busy',
  checked: 'busy',
  refused: 'bad',
  applying: 'busy',
  applied: 'good',
};

export const ROW_NAMES: Record<ImportRow['state'], string> = {
  problem: 'Problem',
  skipped: 'Skipped',
  new: 'To add',
  planned: 'To change',
  created: 'Added',
  changed: 'Changed',
  same: 'Nothing to change',
};
export const ROW_TONES: Record<ImportRow['state'], BadgeTone> = {
  problem: 'bad',
  skipped: 'bad',
  new: 'busy',
  planned: 'busy',
  created: 'good',
  changed: 'good',
  same: 'plain',
};

/** Counts that are not 0, in words. */
export const countsText = ({ counts }: ProductImport): string =>
  (Object.keys(ROW_NAMES) as ImportRow['state'][])
    .filter((state) => counts[state] > 0)
    .map(
      (state) =>
        `${counts[state].toLocaleString('en-IN')} ${state === 'problem' ? 'with a problem' : ROW_NAMES[state].toLowerCase()}`,
    )
    .join(', ');
