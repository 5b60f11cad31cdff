import { Measurement } from '@shop/service-kit/metrics';

/** What staff have not resolved, by reason. */
export interface OpenAttention {
  reason: string;
  count: number;
  oldestSeconds: number;
}

export const attentionMeasurement = new Measurement<OpenAttention>('What needs attention')
  .gauge(
    'payment_attention_open',
    'Entries of the attention list that staff have not resolved',
    ['reason'],
    ({ count }) => count,
  )
  .gauge(
    'payment_attention_oldest_seconds',
    'Age of the oldest entry of the attention list that staff have not resolved',
    ['reason'],
    ({ oldestSeconds }) => oldestSeconds,
  );
