import s from './checkout.module.css';

/** Next to Pay: who pays the duties and taxes of a country abroad. */
export const Duties = ({ note }: { note: string | undefined }) =>
  note !== undefined && (
    <p className={s.noReturns} role="note">
      {note}
    </p>
  );
