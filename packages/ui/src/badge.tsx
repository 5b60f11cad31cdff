import s from './badge.module.css';

export type BadgeTone = 'plain' | 'busy' | 'good' | 'bad';

/** A word for a status. */
export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: string }) {
  return (
    <span className={s.badge} data-tone={tone}>
      {children}
    </span>
  );
}
