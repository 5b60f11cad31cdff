import { type AnswerOf, cartOrder } from '@shop/contracts/browser';
import { ApiError, call, Link, messageOf, type Prefetch, useInBrowser, useLocation } from '@shop/mfe-kit';
import { Button, buttonClass } from '@shop/ui/button.tsx';
import { EmptyState } from '@shop/ui/empty-state.tsx';
import { Skeleton } from '@shop/ui/skeleton.tsx';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import frame from '../../components/page.module.css';
import s from './wishlist-page.module.css';

type Alert = AnswerOf<typeof cartOrder.showAlertsByLink>['alerts'][number];

const byLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['storefront', 'alerts-by-link', token],
    queryFn: ({ signal }) => call(cartOrder.showAlertsByLink, { params: { token }, signal }),
  });

export const prefetch: Prefetch = () => ({ head: { title: 'Mails about pieces', noindex: true } });

const whatFor = ({ kind, name = 'A piece' }: Alert) =>
  `${name}: ${kind === 'back-in-stock' ? 'when it is back' : 'when it costs less'}`;

/** Where the links of mails about pieces lead: agreements are confirmed and taken back here, without signing in. */
export function MailsPage() {
  // After the hash, so that no server and no other site hears it.
  const token = useLocation().hash.slice(1);
  const isInBrowser = useInBrowser();
  const queryClient = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const [news, setNews] = useState('');
  const { data, error, refetch } = useQuery({ ...byLinkQuery(token), enabled: isInBrowser && token !== '' });
  const change = useMutation({
    meta: { quiet: true },
    mutationFn: (what: 'confirm' | { only?: Pick<Alert, 'productId' | 'kind'> }) =>
      what === 'confirm'
        ? call(cartOrder.confirmAlertsByLink, { params: { token } })
        : call(cartOrder.withdrawAlertsByLink, { params: { token }, body: what }),
    onSuccess: (answer, what) => {
      queryClient.setQueryData(byLinkQuery(token).queryKey, answer);
      setNews(what === 'confirm' ? 'Confirmed. We mail you as you wished.' : 'Done. You get no more of these mails.');
      title.current?.focus();
    },
    onError: (problem) => setNews(messageOf(problem)),
  });
  const isWrong = isInBrowser && (token === '' || (error instanceof ApiError && error.status === 404));
  const alerts = data?.alerts ?? [];
  const unconfirmed = alerts.filter(({ isUnconfirmed }) => isUnconfirmed);
  const confirmed = alerts.filter(({ isUnconfirmed }) => !isUnconfirmed);
  return (
    <div className={frame.page}>
      <header className={s.top}>
        <h1 ref={title} tabIndex={-1} className={frame.title}>
          Mails about pieces
        </h1>
      </header>
      <p className={s.news} role="status">
        {news}
      </p>
      {isWrong ? (
        <EmptyState title="This link does not work any more">
          <p>Signed in, you find all mails that you wished for on your wishlist.</p>
          <Link to="/wishlist" className={buttonClass('secondary')}>
            To the wishlist
          </Link>
        </EmptyState>
      ) : error && !data ? (
        <EmptyState title="Your mails could not be loaded">
          <Button look="secondary" onClick={() => void refetch()}>
            Try again
          </Button>
        </EmptyState>
      ) : !data ? (
        <>
          <noscript>Please switch JavaScript on to see which mails you get.</noscript>
          <Skeleton height="3rem" />
        </>
      ) : alerts.length === 0 ? (
        <EmptyState title="You get no mails about pieces">
          <Link to="/shop" className={buttonClass('secondary')}>
            To the shop
          </Link>
        </EmptyState>
      ) : (
        <>
          {unconfirmed.length > 0 && (
            <section className={s.mails} aria-labelledby="unconfirmed-title">
              <h2 id="unconfirmed-title">Do you want these mails?</h2>
              <ul>
                {unconfirmed.map((alert) => (
                  <li key={alert.kind + alert.productId}>{whatFor(alert)}</li>
                ))}
              </ul>
              <p className={s.actions}>
                <Button busy={change.isPending} onClick={() => change.mutate('confirm')}>
                  Yes, mail me
                </Button>
              </p>
            </section>
          )}
          {confirmed.length > 0 && (
            <section className={s.mails} aria-labelledby="confirmed-title">
              <h2 id="confirmed-title">We mail you about</h2>
              <ul>
                {confirmed.map((alert) => (
                  <li key={alert.kind + alert.productId}>
                    <span>{whatFor(alert)}</span>
                    <Button
                      look="quiet"
                      onClick={() => change.mutate({ only: { productId: alert.productId, kind: alert.kind } })}
                    >
                      Stop<span className="visually-hidden"> mails about {whatFor(alert)}</span>
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <p className={s.actions}>
            <Button look="secondary" busy={change.isPending} onClick={() => change.mutate({})}>
              Stop all of them
            </Button>
          </p>
        </>
      )}
    </div>
  );
}
