import { payment, PROVIDER_LABELS, PROVIDERS } from '@shop/contracts/browser';
import { call, Link, toast, type Prefetch } from '@shop/mfe-kit';
import { Checkbox } from '@shop/ui/checkbox.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { METHODS_KEY, methodsQuery, type Method } from '../../api/payments.ts';
import { useMay } from '../../components/may.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import form from '../../components/form.module.css';
import { Loaded } from '../../components/load-states.tsx';
import { StaffFrame } from '../../components/staff-frame.tsx';
import { staffHead } from '../../components/staff-head.ts';
import { STAFF_PARTS } from '../../providers/index.ts';
import s from './methods-page.module.css';

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(methodsQuery);
  return staffHead('Ways to pay');
};

/** The ways to pay, and whether buyers are offered each. */
export function MethodsPage() {
  const query = useQuery(methodsQuery);
  const [asking, setAsking] = useState<Method>();
  const switching = useSwitching();
  const methods = query.data ?? [];
  const onSwitch = (method: Method) => {
    if (switching.isPending) return;
    if (method.isOn && onlyCurrencies(method, methods).length > 0) setAsking(method);
    else switching.mutate(method);
  };
  return (
    <StaffFrame title="Ways to pay">
      <p className={s.intro}>Payments that were started go on when their way to pay is switched off.</p>
      <Loaded query={query} what="ways to pay" rows={3}>
        {() => (
          <ul className={s.methods}>
            {methods.map((method) => (
              <li key={method.provider}>
                <MethodBox method={method} onSwitch={() => onSwitch(method)} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {asking && (
        <ConfirmDialog
          title={`Switch off ${PROVIDER_LABELS[asking.provider].staffLabel}?`}
          confirm="Switch it off"
          action={() => switching.mutateAsync(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>
            It is the last way to pay in {onlyCurrencies(asking, methods).join(', ')}. Nobody can buy in{' '}
            {onlyCurrencies(asking, methods).length === 1 ? 'this currency' : 'these currencies'} until one is switched
            on again.
          </p>
        </ConfirmDialog>
      )}
    </StaffFrame>
  );
}

function useSwitching() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ provider, isOn }: Method) =>
      call(payment.switchMethod, { params: { provider }, body: { isOn: !isOn } }),
    onSuccess: ({ method }) => {
      const { staffLabel } = PROVIDER_LABELS[method.provider];
      toast.success(method.isOn ? `Buyers are offered ${staffLabel}` : `Buyers are no longer offered ${staffLabel}`);
    },
    // Refused, it may have been changed elsewhere.
    onSettled: () => queryClient.invalidateQueries({ queryKey: METHODS_KEY }),
  });
}

/** Currencies that no other way takes that is switched on. */
const onlyCurrencies = (method: Method, methods: readonly Method[]): string[] =>
  method.currencies.filter(
    (currency) =>
      !methods.some(
        ({ provider, isOn, currencies }) => isOn && provider !== method.provider && currencies.includes(currency),
      ),
  );

function MethodBox({ method, onSwitch }: { method: Method; onSwitch(): void }) {
  const id = useId();
  const mayChange = useMay()('payments.change-methods');
  const { provider, currencies, isOn, missing } = method;
  const { staffLabel } = PROVIDER_LABELS[provider];
  const { choice } = PROVIDERS[provider];
  const settings = STAFF_PARTS[provider]?.settings;
  return (
    <section className={s.method} aria-labelledby={id}>
      <h2 id={id}>{staffLabel}</h2>
      {choice !== staffLabel && <p>{choice}</p>}
      <p className={form.soft}>{currencies.join(', ')}</p>
      {missing && <p id={`${id}-missing`}>Needed first: {missing}</p>}
      {settings && (
        <p>
          <Link to={settings.to} className={form.cellLink}>
            {settings.name}
          </Link>
        </p>
      )}
      <Checkbox
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={(missing !== null && !isOn) || !mayChange}
        aria-describedby={missing ? `${id}-missing` : undefined}
        onChange={onSwitch}
      >
        Offer {staffLabel} to buyers
      </Checkbox>
    </section>
  );
}
