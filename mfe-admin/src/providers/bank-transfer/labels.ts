import { RETURN_CODES } from '@shop/contracts/browser';
import type { BadgeTone } from '@shop/ui/badge.tsx';
import type { Arrival, Transfer } from './api.ts';
import { sentence } from '../../components/texts.ts';

export const TRANSFER_STATES: Record<Transfer['state'], { name: string; tone: BadgeTone }> = {
  waiting: { name: 'Waiting', tone: 'busy' },
  arrived: { name: 'Arrived', tone: 'good' },
  refused: { name: 'Another amount came', tone: 'bad' },
  expired: { name: 'Nothing came in time', tone: 'plain' },
  cancelled: { name: 'Given up by the buyer', tone: 'plain' },
};

export const ARRIVAL_STATES: Record<Arrival['state'], string> = {
  unmatched: 'Whose is not known',
  matched: 'Paid a transfer',
  'goes-back': 'Goes back',
  'set-aside': 'Set aside',
};

/** Said after an arrival was recorded or assigned. */
export const ARRIVAL_TOASTS: Record<Arrival['state'], string> = {
  unmatched: 'Recorded. Assign it under “Arrived”',
  matched: 'Recorded: the transfer is paid',
  'goes-back': 'Recorded: it waits under “To send back”',
  'set-aside': 'Set aside',
};

const WHY: Record<string, string> = {
  ...RETURN_CODES,
  'paid-again': RETURN_CODES['paid-twice'],
  staff: RETURN_CODES.other,
};

/** Why money goes back, in words. */
export const whyText = (reason: string): string => WHY[reason] ?? sentence(reason);
