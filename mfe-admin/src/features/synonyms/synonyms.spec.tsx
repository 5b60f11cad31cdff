import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openScreen, press, pressInDialog, problem, type } from '../../testing/open-screen.tsx';
import { prefetch, SynonymsPage } from './synonyms-page.tsx';

const page = { Page: SynonymsPage, prefetch, path: '/admin/synonyms' };
const ring = { _id: 'a'.repeat(24), means: 'ring', words: ['rng', 'अंगूठी'] };

// Real: the screen and the API client. Stubbed: the gateway's answers.
describe('search words', () => {
  let answers: Parameters<typeof openScreen>[2];
  beforeEach(() => {
    answers = { 'GET /admin/synonyms': { body: { synonyms: [ring] } } };
  });
  afterEach(cleanup);

  it('are listed with what they mean', async () => {
    await openScreen(page, '/admin/synonyms', answers);
    const [, row] = within(screen.getByRole('table')).getAllByRole('row');
    expect(row!.textContent).toContain('rng, अंगूठी');
  });

  it('are created, one in each line', async () => {
    answers['POST /admin/synonym'] = { body: { message: 'Synonym created', synonym: ring } };
    const { sent, toasts } = await openScreen(page, '/admin/synonyms', answers);
    type('Words of shoppers', ' jhumki \n\nझुमके\n');
    type('What they mean', 'jhumka');
    await press('Create');
    await waitFor(() => expect(toasts()).toEqual(['Synonym created']));
    expect(sent()).toEqual([['POST', '/admin/synonym', { means: 'jhumka', words: ['jhumki', 'झुमके'] }]]);
    expect(screen.getByLabelText('Words of shoppers')).toMatchObject({ value: '' });
  });

  it('need both', async () => {
    const { sent } = await openScreen(page, '/admin/synonyms', answers);
    await press('Create');
    expect(await screen.findAllByText('This is required')).toHaveLength(2);
    expect(sent()).toEqual([]);
  });

  it('are changed in what was written alone', async () => {
    const changed = { ...ring, means: 'gold ring' };
    answers[`PUT /admin/synonym/${ring._id}`] = { body: { message: 'Synonym updated', synonym: changed } };
    const { sent, toasts } = await openScreen(page, '/admin/synonyms', answers);
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Edit ring' })));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Words of shoppers')));
    // Asked for again, where the form is out of sight.
    screen.getByRole('link', { name: 'Edit ring' }).focus();
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Edit ring' })));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Words of shoppers')));
    type('What they mean', 'gold ring');
    await press('Update');
    await waitFor(() => expect(toasts()).toEqual(['Synonym updated']));
    expect(sent()).toEqual([['PUT', `/admin/synonym/${ring._id}`, { means: 'gold ring' }]]);
  });

  it('say what the service says', async () => {
    answers['POST /admin/synonym'] = problem(409, 'synonym.taken', 'One of these words has a meaning already');
    const { toasts } = await openScreen(page, '/admin/synonyms', answers);
    type('Words of shoppers', 'rng');
    type('What they mean', 'bangle');
    await press('Create');
    await waitFor(() => expect(toasts()).toEqual(['One of these words has a meaning already']));
  });

  it('go once that is confirmed', async () => {
    answers[`DELETE /admin/synonym/${ring._id}`] = { body: { message: 'Synonym removed' } };
    const { sent, toasts } = await openScreen(page, '/admin/synonyms', answers);
    await press('Delete ring');
    await pressInDialog('Delete');
    await waitFor(() => expect(toasts()).toEqual(['Synonym removed']));
    expect(sent()).toEqual([['DELETE', `/admin/synonym/${ring._id}`, undefined]]);
  });
});
