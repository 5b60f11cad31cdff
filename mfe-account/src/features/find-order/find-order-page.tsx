import { cartOrder } from '@shop/contracts/browser';
import { ApiError, applyProblem, call, messageOf, type Prefetch, useInBrowser } from '@shop/mfe-kit';
import { TextPageLink } from '@shop/mfe-kit/text-pages.tsx';
import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import frame from '../../components/public-page.module.css';
import title from '../../components/title.module.css';
import s from './find-order.module.css';

interface Values {
  number: string;
  email: string;
}

export const prefetch: Prefetch = () => ({
  head: {
    title: 'Track an order',
    description: 'Find your order by its number and your e-mail address, without signing in.',
  },
});

/** Has the link to an order mailed to its buyer. What it says does not tell whether number and address belong together. */
export function FindOrderPage() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <div className={frame.page}>
      <div className={s.box}>
        <h1 className={title.title}>Track an order</h1>
        {sentTo === undefined ? <Form onSent={setSentTo} /> : <Sent to={sentTo} onBack={() => setSentTo(undefined)} />}
      </div>
    </div>
  );
}

function Form({ onSent }: { onSent(email: string): void }) {
  const { register, handleSubmit, setError, formState } = useForm<Values>({ defaultValues: { number: '', email: '' } });
  const [problem, setProblem] = useState('');
  const isInBrowser = useInBrowser();
  const find = async ({ number, email }: Values): Promise<void> => {
    setProblem('');
    try {
      await call(cartOrder.findOrder, { body: { number: number.trim(), email: email.trim() } });
      onSent(email.trim());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!applyProblem(error, setError as never, ['number', 'email'])) setProblem(messageOf(error));
    }
  };
  return (
    <form className={s.form} onSubmit={handleSubmit(find)} noValidate>
      <p>
        With the number of your order and the e-mail address that it was placed with, we mail you a link that shows it.
        You need not sign in.
      </p>
      <noscript>
        <p className={s.problem}>
          Please switch JavaScript on for this page, or open the link in the mail that confirmed your order.
        </p>
      </noscript>
      <Field
        label="Order number"
        hint="It is in the mail that confirmed your order, as #1A2B3C"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        error={formState.errors.number?.message}
        {...register('number', {
          required: 'Order number is required',
          pattern: {
            value: /^\s*#?[0-9a-f]{6}\s*$/i,
            message: 'An order number has six letters or digits, as #1A2B3C',
          },
        })}
      />
      <Field
        label="E-mail address"
        type="email"
        autoComplete="email"
        maxLength={254}
        error={formState.errors.email?.message}
        {...register('email', {
          required: 'E-mail is required',
          // Only checks the format; the server decides.
          pattern: { value: /^\s*\S+@\S+\s*$/, message: 'Please enter a valid e-mail address' },
        })}
      />
      <p className={s.problem} role="alert">
        {problem}
      </p>
      {/* Sent before the scripts are there, it would put the address into the page's own. */}
      <Button type="submit" wide busy={formState.isSubmitting} disabled={!isInBrowser}>
        Mail me the link
      </Button>
    </form>
  );
}

function Sent({ to, onBack }: { to: string; onBack(): void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={s.form}>
      <h2 ref={heading} tabIndex={-1} className={s.sent}>
        Please look into your mailbox
      </h2>
      <p>
        If the number and <strong className={s.address}>{to}</strong> belong together, a link to the order is on its
        way. It works for 90 days.
      </p>
      <p className={s.hint}>
        Nothing there after some minutes? Look among the unwanted mails, or check number and address. We mail the link
        once in ten minutes at most.
        <TextPageLink page="contact" before=" " after=" if it does not help.">
          Write to us
        </TextPageLink>
      </p>
      <Button look="secondary" wide onClick={onBack}>
        Another order
      </Button>
    </div>
  );
}
