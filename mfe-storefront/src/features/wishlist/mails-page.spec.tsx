import { afterEach, expect, it } from '@jest/globals';
import { StaticRouter } from '@shop/mfe-kit';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { newQueryClient, StorefrontContexts, stubGateway } from '../../testing/storefront-harness.tsx';
import { MailsPage } from './mails-page.tsx';

afterEach(cleanup);

// Real page, query and API client; only the gateway is stubbed.
it('says that the mails could not be loaded, and tries again; what was loaded stays when that fails later', async () => {
  const queryClient = newQueryClient();
  const show = () =>
    render(
      <StorefrontContexts queryClient={queryClient}>
        <StaticRouter location="/wishlist/mails#a.b.c">
          <MailsPage />
        </StaticRouter>
      </StorefrontContexts>,
    );
  stubGateway({});
  show();
  await screen.findByText('Your mails could not be loaded');
  const alert = { productId: '1'.repeat(24), kind: 'price-drop', name: 'Meera Ring' };
  stubGateway({ '/alerts/link/a.b.c': { alerts: [alert] } });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Meera Ring: when it costs less');
  cleanup();
  stubGateway({});
  await queryClient.refetchQueries();
  show();
  expect(await screen.findByText('Meera Ring: when it costs less')).toBeTruthy();
  expect(screen.queryByText('Your mails could not be loaded')).toBeNull();
});
