import { type cartOrder, type DataOf, payment } from '@shop/contracts';
import { EXAMPLE } from './example.ts';
import { mailKind, orderLink, orderNumber } from './kind.ts';
import { MINUTE } from './moments.ts';

type Withdrawn = DataOf<typeof cartOrder.orderWithdrawn>;

/** The receipt of a withdrawal from the contract, with its content and when it was received: a durable medium (Directive 2023/2673). */
export const orderWithdrawn = mailKind<Withdrawn>({
  content(data, context) {
    const { orderId, at, lines } = data;
    const number = orderNumber(orderId);
    const received = `${MINUTE.format(new Date(at))} (Indian time)`;
    return {
      subject: `We have received your withdrawal from ${context.brand.name} order ${number}`,
      preview: `Received on ${received}.`,
      heading: 'We have received your withdrawal',
      parts: [
        `Dear ${context.name},`,
        `On ${received} you withdrew from the contract of your order ${number} about:`,
        {
          pieces: lines.map(({ name, productGroup, quantity }) => ({
            name: `${quantity} × ${productGroup ? `${name} (${productGroup})` : name}`,
          })),
        },
        ...whatFollows(data),
        'Please keep this mail: it is the receipt of your withdrawal.',
        orderLink(orderId, context),
      ],
    };
  },
  examples: {
    sent: example({ hasLeft: true }),
    waiting: example({ hasLeft: false }),
    partly: { ...example({ hasLeft: true }), lines: [piece({ hasLeft: true }), piece({ hasLeft: false })] },
    cancelled: { ...example({ hasLeft: false }), isCancelled: true },
  },
});

function whatFollows({ isCancelled, lines }: Withdrawn): string[] {
  if (isCancelled) {
    return [
      'Nothing of it was sent. The order is cancelled, and all that you paid goes back to you by the way you paid.',
    ];
  }
  const [sent, kept] = [lines.filter(({ hasLeft }) => hasLeft), lines.filter(({ hasLeft }) => !hasLeft)];
  const several = sent.length > 0 && kept.length > 0;
  return [
    ...(kept.length > 0
      ? [
          `${several ? `We do not send ${namesOf(kept)}` : 'We do not send it'} any more. What you paid goes back to you by the way you paid, within 14 days.`,
        ]
      : []),
    ...(sent.length > 0
      ? [
          `Please send ${several ? namesOf(sent) : 'it'} back within 14 days of your withdrawal, insured and with all certificates. Write to us first: we tell you the address, and the number to put on the parcel. What you have not received yet you can refuse when it comes.`,
          'What you paid goes back to you by the way you paid, once it is here or you have shown us that you sent it.',
        ]
      : []),
  ];
}

const namesOf = (lines: Withdrawn['lines']): string =>
  lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ');

function piece({ hasLeft }: { hasLeft: boolean }): Withdrawn['lines'][number] {
  return hasLeft
    ? { name: 'Meera Solitaire Ring', productGroup: 'AR-1001', quantity: 1, hasLeft }
    : { name: 'Tara Diamond Studs', productGroup: 'AR-1042', quantity: 2, hasLeft };
}

function example({ hasLeft }: { hasLeft: boolean }): Withdrawn {
  return {
    ...{ orderId: EXAMPLE.orderId, userId: EXAMPLE.userId, at: '2026-11-28T10:00:00.000Z', isCancelled: false },
    ...{ provider: payment.PROVIDERS[0]!.name, providerPaymentId: 'pay_Q1', amount: 206_00, currency: 'EUR' },
    lines: [piece({ hasLeft })],
  };
}
