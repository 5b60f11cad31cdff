import type { cartOrder, DataOf } from '@shop/contracts';
import { alertsLink } from './alert-links.ts';
import { mailKind } from './kind.ts';

/** An address without an account confirms that it wants to be told. */
export const alertRequested = mailKind<DataOf<typeof cartOrder.alertRequested>>({
  content({ name, token }, context) {
    return {
      subject: `Shall we tell you when ${name} is back?`,
      preview: 'One press, and we mail you once it is there again.',
      heading: 'Please confirm your address',
      parts: [
        `Somebody, we hope you, asked ${context.brand.name} to mail this address once ${name} is back in stock.`,
        { link: 'Yes, tell me', url: alertsLink(token, context) },
        'If that was not you, do nothing: without this step we send no mail, and forget the address after a week.',
      ],
    };
  },
  examples: {
    ring: {
      ...{ recipientId: 'q'.repeat(22), email: 'meera@example.com', token: 't'.repeat(44) },
      ...{ productId: '6b01c5734d9f13a5da2d0042', productGroup: 'AR-1042', name: 'Meera Solitaire Ring' },
    },
  },
});
