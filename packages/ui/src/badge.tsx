import s from './badge.module.css';

export type BadgeTone = 'plain' | 'busy' | 'good' | 'bad';

/** A word that says how something stands. */
export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: string }) {
  return (
    <span className={s.badge} data-tone={tone}>
      {children}
    </span>
  );
}
