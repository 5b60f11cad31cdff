import { afterEach, describe, expect, it } from '@jest/globals';
import { COUNTRY_NAMES } from '@shop/contracts/browser';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { setUpAccount, click, messages, press, problem, type } from '../../testing/account-harness.tsx';
import { accountWith, HOME, WORK } from '../../testing/fixtures.ts';
import { AddressForm } from './address-form.tsx';

const events: [string, unknown][] = [];
for (const name of ['account:address-saved', 'account:address-form-closed']) {
  window.addEventListener(name, (event) => events.push([name, (event as CustomEvent).detail]));
}

const fill = (address: typeof HOME) => {
  type('Country', address.country);
  type('Name', address.name);
  type('Phone', address.phone);
  type('Street address', address.street);
  type('City', address.city);
  type('State', address.state);
  type('Pincode', address.pincode);
};

// Real form, rules, queries and API client; only the gateway is stubbed.
describe('the address form', () => {
  afterEach(() => {
    cleanup();
    events.length = 0;
  });

  const opened = async (
    saved: Parameters<typeof accountWith>,
    props: { addressId?: string; cancellable?: boolean },
  ) => {
    const shop = setUpAccount({ 'GET /me': { body: { user: accountWith(...saved) } } });
    shop.open(<AddressForm cancellable={false} {...props} />);
    await screen.findByLabelText('Street address');
    return shop;
  };

  it('saves a new address, and tells who placed it', async () => {
    const shop = await opened([HOME], {});
    shop.answers['POST /me/addresses'] = { status: 201, body: { user: accountWith(HOME, WORK) } };
    fill(WORK);
    press('Save address');
    await waitFor(() => expect(events).toEqual([['account:address-saved', { addressId: 'a2' }]]));
    const sent = shop.asked.at(-1)!;
    expect(sent.body).toEqual({ address: WORK, isDefault: false });
    expect(sent.key).toBeTruthy();
    expect(messages()).toEqual(['Address saved']);
    expect(
      shop.queryClient.getQueryData<{ user: { addresses: unknown[] } }>(['account', 'me'])?.user.addresses,
    ).toHaveLength(2);
  });

  it('makes it the default where that is wanted', async () => {
    const shop = await opened([HOME], {});
    shop.answers['POST /me/addresses'] = { status: 201, body: { user: accountWith(WORK, HOME) } };
    fill(WORK);
    click(screen.getByRole('checkbox', { name: 'Make this my default address' }));
    press('Save address');
    await waitFor(() => expect(shop.asked.at(-1)?.body).toEqual({ address: WORK, isDefault: true }));
  });

  it('asks nothing of the kind for the first address, which is the default anyway', async () => {
    await opened([], {});
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Asha Rao');
  });

  it('names everything that is missing beside its field, asks nothing, and goes to the first', async () => {
    const shop = await opened([HOME], {});
    press('Save address');
    for (const field of ['Name', 'Phone', 'Street address', 'City', 'State', 'Pincode']) {
      expect(await screen.findByText(`${field} is required`)).toBeTruthy();
    }
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(shop.asked).toHaveLength(1);
  });

  it('offers India first and every other country once', async () => {
    await opened([], {});
    const names = within(screen.getByLabelText('Country'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names[0]).toBe('India');
    expect(names.toSorted()).toEqual([...COUNTRY_NAMES].toSorted());
  });

  it('has the states of India as a choice, and a text for those of other countries', async () => {
    await opened([HOME], { addressId: 'a1' });
    expect(screen.getByLabelText('State').tagName).toBe('SELECT');
    expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('Rajasthan');
    type('Country', 'Germany');
    expect(screen.getByLabelText('State').tagName).toBe('INPUT');
    expect(screen.getByLabelText<HTMLInputElement>('State').value).toBe('');
    type('Country', 'India');
    expect(screen.getByLabelText('State').tagName).toBe('SELECT');
  });

  it('names code and region as the country does, with its states to choose from and its dialling code', async () => {
    await opened([], {});
    type('Country', 'United States');
    expect(screen.queryByLabelText('Pincode')).toBeNull();
    expect(screen.getByLabelText('ZIP code')).toBeTruthy();
    const state = screen.getByLabelText('State');
    expect(within(state).getByRole('option', { name: 'California' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('+1 ');
    type('Country', 'Canada');
    expect(screen.getByLabelText('Province').tagName).toBe('SELECT');
    type('Phone', '+1 604 555 0123');
    type('Country', 'Japan');
    expect(screen.getByLabelText('Prefecture').tagName).toBe('INPUT');
    expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('+1 604 555 0123');
  });

  it('fills in city and state of a PIN code, and those of another one after it', async () => {
    const shop = await opened([], {});
    const place = (pincode: string, city: string | null, state: string) => {
      const delivery = { pincode, city, state, earliest: '2026-11-27', latest: '2026-11-30' };
      shop.answers[`GET /delivery/${pincode}`] = { body: { delivery } };
    };
    place('302001', 'Jaipur', 'Rajasthan');
    place('560001', 'Bengaluru', 'Karnataka');
    type('Pincode', '302 001');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Jaipur'));
    expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('Rajasthan');
    type('Pincode', '560001');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Bengaluru'));
    expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('Karnataka');
  });

  it('has what was saved again when the saved PIN code is restored, without asking for it', async () => {
    const saved = { ...HOME, city: 'Sanganer' };
    const shop = await opened([saved], { addressId: 'a1' });
    const delivery = { pincode: '560001', city: 'Bengaluru', state: 'Karnataka', earliest: '', latest: '' };
    shop.answers['GET /delivery/560001'] = { body: { delivery } };
    const city = screen.getByLabelText<HTMLInputElement>('City');
    const state = screen.getByLabelText<HTMLSelectElement>('State');
    type('Pincode', '560001');
    await waitFor(() => expect([city.value, state.value]).toEqual(['Bengaluru', 'Karnataka']));
    type('Pincode', saved.pincode);
    await waitFor(() => expect([city.value, state.value]).toEqual(['Sanganer', 'Rajasthan']));
    expect(shop.asked.filter(({ call }) => call.includes('/delivery/'))).toHaveLength(1);
  });

  it('keeps a city that was written, and asks nothing for a code that is not complete', async () => {
    const shop = await opened([], {});
    const delivery = { pincode: '302001', city: 'Jaipur', state: 'Rajasthan', earliest: '', latest: '' };
    shop.answers['GET /delivery/302001'] = { body: { delivery } };
    type('City', 'Sanganer');
    type('Pincode', '30200');
    type('Pincode', '302001');
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('Rajasthan'));
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Sanganer');
    expect(shop.asked.filter(({ call }) => call.includes('/delivery/'))).toHaveLength(1);
  });

  it('lets the browser fill it in', async () => {
    await opened([], {});
    const tokens = ['Name', 'Phone', 'Country', 'Street address', 'City', 'State', 'Pincode'].map((label) =>
      screen.getByLabelText(label).getAttribute('autocomplete'),
    );
    expect(tokens).toEqual([
      'name',
      'tel',
      'country-name',
      'street-address',
      'address-level2',
      'address-level1',
      'postal-code',
    ]);
  });

  it('changes a saved address', async () => {
    const shop = await opened([HOME, WORK], { addressId: 'a2' });
    shop.answers['PUT /me/addresses/a2'] = { body: { user: accountWith(HOME, { ...WORK, phone: '080 1234567' }) } };
    expect(screen.getByLabelText<HTMLTextAreaElement>('Street address').value).toBe(WORK.street);
    type('Phone', '080 1234567');
    press('Save address');
    await waitFor(() => expect(events).toEqual([['account:address-saved', { addressId: 'a2' }]]));
    expect(shop.asked.at(-1)?.body).toEqual({ address: { ...WORK, phone: '080 1234567' }, isDefault: false });
  });

  it('shows what the service says of a field at that field', async () => {
    const shop = await opened([HOME], {});
    shop.answers['POST /me/addresses'] = problem(400, 'request.invalid', 'Please check the marked fields', {
      'address.city': 'We do not know this city',
    });
    fill(WORK);
    press('Save address');
    expect(await screen.findByText('We do not know this city')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('City'));
    expect(events).toEqual([]);
  });

  it('keeps what was typed when saving failed, and tries again as the same intent', async () => {
    const shop = await opened([HOME], {});
    shop.answers['POST /me/addresses'] = problem(503, 'service.unavailable', 'Please try again in a moment');
    fill(WORK);
    press('Save address');
    await waitFor(() => expect(messages()).toEqual(['Please try again in a moment']));
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Bengaluru');
    shop.answers['POST /me/addresses'] = { status: 201, body: { user: accountWith(HOME, WORK) } };
    press('Save address');
    await waitFor(() => expect(events).toHaveLength(1));
    const keys = shop.asked.filter(({ call }) => call.startsWith('POST')).map(({ key }) => key);
    expect(keys[0]).toBe(keys[1]);
    expect(keys).toHaveLength(2);
  });

  it('can be given up only where it may', async () => {
    await opened([HOME], { cancellable: true });
    press('Cancel');
    expect(events).toEqual([['account:address-form-closed', {}]]);
    cleanup();
    await opened([HOME], { cancellable: false });
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it('says that an address is gone', async () => {
    const shop = setUpAccount({ 'GET /me': { body: { user: accountWith(HOME) } } });
    shop.open(<AddressForm addressId="a9" cancellable />);
    expect(await screen.findByText('This address is not there any more')).toBeTruthy();
    press('Back');
    expect(events).toEqual([['account:address-form-closed', {}]]);
  });

  it('tries again when the addresses could not be loaded', async () => {
    const shop = setUpAccount({ 'GET /me': problem(503, 'service.unavailable', 'Away') });
    shop.open(<AddressForm addressId="a1" cancellable />);
    expect(await screen.findByText('Your addresses could not be loaded')).toBeTruthy();
    shop.answers['GET /me'] = { body: { user: accountWith(HOME) } };
    press('Try again');
    expect((await screen.findByLabelText<HTMLInputElement>('City')).value).toBe('Jaipur');
  });
});
