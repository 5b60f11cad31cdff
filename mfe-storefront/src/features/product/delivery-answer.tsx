import { ApiError, messageOf } from '@shop/mfe-kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { deliveryQuery } from './api/delivery.ts';

const DAY = new Intl.DateTimeFormat('en-IN', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));

interface Props {
  pincode: string;
  isMadeToOrder: boolean;
  /** Called with what is wrong with the PIN code, and with nothing when it is right. */
  onProblem(problem: string | undefined): void;
}

/** When a piece arrives at a PIN code, or why that is not known. Loaded when a date is asked for. */
export default function DeliveryAnswer({ pincode, isMadeToOrder, onProblem }: Props) {
  const { data, error } = useQuery(deliveryQuery(pincode, isMadeToOrder));
  const problem = error instanceof ApiError ? error.problem.errors?.['pincode'] : undefined;
  useEffect(() => onProblem(problem), [problem, onProblem]);
  if (problem) return null;
  if (!data) return error ? messageOf(error) : 'One moment …';
  const { city, state, earliest, latest } = data;
  return (
    <>
      {city ?? state}:{' '}
      <strong>{earliest === latest ? dayText(latest) : `${dayText(earliest)} – ${dayText(latest)}`}</strong>
      {isMadeToOrder && ', made to order'}
    </>
  );
}
