import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createStore, SessionContext, setApiTransport, toasts, type SessionState } from '@shop/mfe-kit';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { Permission } from '@shop/contracts/browser';
import { stubXhr } from '../../testing/stubbed-xhr.ts';
import { UploadField } from './upload-field.tsx';
import { waitsForUploads } from './uploading.ts';

/** An upload that waits for its answer. */
interface Pending {
  name: string;
  onSent(share: number): void;
  store(isKnown?: boolean): Promise<void>;
  refuse(status: number, code: string, message: string): Promise<void>;
  break(): Promise<void>;
}

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    ...{ status, headers: { 'content-type': `application/${status < 400 ? '' : 'problem+'}json` } },
  });
const file = (name: string, bytes = 2_000_000) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });

// Real: the field, the API client and its requests with progress. Stubbed: the XMLHttpRequest under it.
describe('uploads', () => {
  let pending: Pending[] = [];
  let stored: string[] = [];
  beforeEach(() => {
    [pending, stored] = [[], []];
    toasts.set([]);
    setApiTransport({ origin: '', fetch });
    stubXhr(
      (_path, { body }, onSent) =>
        new Promise((resolve, reject) => {
          const { name } = (body as FormData).get('image') as File;
          pending.push({
            name,
            onSent: (share) => act(() => onSent(share)),
            store: (isKnown) =>
              act(async () => resolve(json(201, { image: { src: `/${name}`, width: 9, height: 9, isKnown } }))),
            refuse: (status, code, message) =>
              act(async () =>
                resolve(json(status, { code, message, status, ...(status === 400 && { errors: { image: message } }) })),
              ),
            break: () => act(async () => reject(new TypeError('The line broke'))),
          });
        }),
    );
  });
  afterEach(cleanup);

  function show(props: Partial<Parameters<typeof UploadField>[0]> = {}, permissions: Permission[] = ['media.upload']) {
    const user = { ...{ _id: 'a', name: 'Mira', email: 'm@example.com', role: 'user' as const }, permissions };
    const session = { state: createStore<SessionState>({ status: 'user', user }), actions: {} as never };
    return render(
      <SessionContext value={session}>
        <form aria-label="Piece">
          <UploadField label="Add pictures" room={12} onStored={({ src }) => stored.push(src)} {...props} />
        </form>
      </SessionContext>,
    );
  }
  const choose = (...files: File[]) =>
    act(async () => fireEvent.change(screen.getByLabelText('Add pictures'), { target: { files } }));
  const said = () => screen.getAllByRole('listitem').map((item) => item.querySelector('span')!.textContent);
  const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
  const upload = async (name: string): Promise<Pending> => {
    await waitFor(() => expect(pending.some((one) => one.name === name)).toBe(true));
    return pending.findLast((one) => one.name === name)!;
  };
  const names = () => pending.map(({ name }) => name);

  it('say how much of each file is sent, and go on a few at a time', async () => {
    show();
    await choose(...['a', 'b', 'c', 'd'].map((name) => file(name)));
    expect(names()).toEqual(['a', 'b', 'c']);
    (await upload('a')).onSent(0.25);
    (await upload('b')).onSent(1);
    expect(said()).toEqual(['a: 0.5 of 2.0 MB', 'b: sent, and being stored…', 'c: uploading…', 'd: waits']);
    const bars = screen.getAllByRole<HTMLProgressElement>('progressbar');
    expect(bars.map((bar) => [bar.getAttribute('aria-label'), bar.hasAttribute('value') && bar.value])).toEqual([
      ...[['a sent', 0.25]],
      ...[
        ['b sent', false],
        ['c sent', false],
      ],
    ]);
    await (await upload('a')).store();
    expect((await upload('d')).name).toBe('d');
  });

  it('arrive in the order in which they were chosen', async () => {
    show();
    await choose(file('a'), file('b'), file('c'));
    await (await upload('b')).store(true);
    await (await upload('c')).store();
    await waitFor(() => expect(said()).toEqual(['a: uploading…', 'b: stored', 'c: stored']));
    expect(stored).toEqual([]);
    await (await upload('a')).store();
    await waitFor(() => expect(stored).toEqual(['/a', '/b', '/c']));
    expect(said()).toEqual(['a: added', 'b: added; it was in the library already', 'c: added']);
  });

  it('are cancelled one by one, and do not arrive then', async () => {
    show();
    await choose(file('a'), file('b'));
    const [a, b] = [await upload('a'), await upload('b')];
    await press('Cancel a');
    await a.store();
    await b.store();
    await waitFor(() => expect(stored).toEqual(['/b']));
    expect(said()).toEqual(['b: added']);
  });

  it('are tried again where the line broke, but not where the file is refused', async () => {
    show();
    await choose(file('a'), file('b'));
    await (await upload('a')).break();
    await (await upload('b')).refuse(400, 'request.invalid', 'This is no picture');
    await waitFor(() => expect(said()[1]).toBe('b: This is no picture'));
    expect(said()[0]).toMatch(/^a: The shop could not be reached/);
    expect(screen.queryByRole('button', { name: 'Try again b' })).toBeNull();
    expect(screen.getByRole('status').textContent).toMatch(/^0 of 2 done, 2 failed$/);
    await press('Dismiss b');
    await press('Try again a');
    await waitFor(() => expect(names()).toEqual(['a', 'b', 'a']));
    await (await upload('a')).store();
    await waitFor(() => expect(stored).toEqual(['/a']));
    expect(screen.getByRole('status').textContent).toBe('1 of 1 done');
  });

  it('say which files are too large or too many, before they are sent', async () => {
    show({ room: 1 });
    await choose(file('huge', 10_000_001), file('b'));
    expect(said()).toEqual(['huge: A picture may have at most 10 MB', 'b: There is room for 1 more']);
    expect(names()).toEqual([]);
  });

  it('say that the same is there already', async () => {
    show({ taken: ['/a'] });
    await choose(file('a'));
    await (await upload('a')).store(true);
    await waitFor(() => expect(said()).toEqual(['a: the same is here already']));
  });

  it('of one picture end where another one is chosen', async () => {
    show({ room: undefined } as never);
    await choose(file('a'));
    const first = await upload('a');
    await choose(file('b'));
    await first.store();
    await (await upload('b')).store();
    await waitFor(() => expect(stored).toEqual(['/b']));
  });

  describe('of a form that is to be saved', () => {
    let submitted = 0;
    let form: HTMLFormElement;
    beforeEach(() => {
      submitted = 0;
      show();
      form = screen.getByRole('form', { name: 'Piece' });
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        submitted += 1;
      });
    });

    it('are waited for, and it is submitted once they are all there', async () => {
      expect(waitsForUploads(form)).toBe(false);
      await choose(file('a'), file('b'));
      expect([waitsForUploads(form), waitsForUploads(form)]).toEqual([true, true]);
      expect(toasts.get().map(({ message }) => message)).toEqual([
        'A file is still on its way. It is saved as soon as the file is there',
      ]);
      await (await upload('a')).store();
      expect(submitted).toBe(0);
      await (await upload('b')).store();
      await waitFor(() => expect(submitted).toBe(1));
      expect(waitsForUploads(form)).toBe(false);
    });

    it('are not saved without one that failed or was cancelled', async () => {
      await choose(file('a'));
      expect(waitsForUploads(form)).toBe(true);
      await (await upload('a')).break();
      await waitFor(() => expect(waitsForUploads(form)).toBe(false));
      await press('Dismiss a');
      await choose(file('b'));
      expect(waitsForUploads(form)).toBe(true);
      await press('Cancel b');
      await waitFor(() => expect(waitsForUploads(form)).toBe(false));
      expect(submitted).toBe(0);
    });
  });

  it('end with the screen that began them', async () => {
    const { unmount } = show();
    await choose(file('a'));
    const a = await upload('a');
    unmount();
    await a.store();
    expect(stored).toEqual([]);
  });

  it('need a role that may upload', () => {
    show({}, []);
    expect(screen.getByLabelText<HTMLInputElement>('Add pictures').disabled).toBe(true);
    expect(screen.getByText(/^Uploading needs a role that may upload/)).toBeTruthy();
  });
});
