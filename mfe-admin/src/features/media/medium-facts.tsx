import type { ReactNode } from 'react';
import type { Medium } from '../../api/media.ts';
import { momentText } from '../../components/texts.ts';
import { pixelsOf, sizeText } from './media-texts.ts';
import s from './medium.module.css';

const SOURCES: Readonly<Record<Medium['source'], string>> = {
  staff: 'Staff',
  service: 'A shopper, with a review, or an option list',
  demo: 'The demo shop',
};

/** What is known of the file. */
export function MediumFacts({ medium }: { medium: Medium }) {
  const { name, type, size, uploadedAt, uploadedBy, source, unusedSince, isKept } = medium;
  const facts: [string, ReactNode][] = [
    ['Name', name],
    ['Pixels', pixelsOf(medium) || 'Not known'],
    ['Size', size === undefined ? 'Not known' : sizeText(size)],
    ['Type', type ?? 'Not known'],
    ['Uploaded by', uploadedBy ?? SOURCES[source]],
    ['Uploaded', uploadedAt ? momentText(uploadedAt) : 'Not known'],
    ...(unusedSince ? ([['Not in use since', momentText(unusedSince)]] as [string, ReactNode][]) : []),
    ...(isKept ? ([['While nothing shows it', 'It stays in the library']] as [string, ReactNode][]) : []),
  ];
  return (
    <dl className={s.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
