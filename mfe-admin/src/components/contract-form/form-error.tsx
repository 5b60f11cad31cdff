import form from '../form.module.css';

/** What is wrong with a form and belongs to none of its fields. */
export const FormError = ({ message }: { message: string | undefined }) =>
  message ? (
    <p className={form.error} role="alert">
      {message}
    </p>
  ) : null;
