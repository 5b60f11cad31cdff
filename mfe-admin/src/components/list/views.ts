import { identity, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createIntent } from '@shop/mfe-kit/intent.ts';
import { useState } from 'react';

export type View = AnswerOf<typeof identity.listViews>['views'][number];
export type ViewChanges = Partial<Pick<View, 'name' | 'query' | 'shared'>>;

export const viewsQuery = (list: string) =>
  queryOptions({
    queryKey: ['admin', 'views', list],
    queryFn: async ({ signal }) => (await call(identity.listViews, { query: { list }, signal })).views,
    staleTime: 60_000,
  });

/** Of a view that the service has not answered for yet. */
export const UNSAVED_ID = 'unsaved';

const byName = (views: readonly View[]): View[] => views.toSorted((a, b) => a.name.localeCompare(b.name));

/** Changes of the views of a list. Each is shown at once, and taken back where the service refuses it. */
export function useViewChanges(list: string) {
  const queryClient = useQueryClient();
  const { queryKey } = viewsQuery(list);
  const [creatingOnce] = useState(createIntent);
  const show = async (change: (views: View[]) => View[]) => {
    await queryClient.cancelQueries({ queryKey });
    const before = queryClient.getQueryData<View[]>(queryKey) ?? [];
    queryClient.setQueryData<View[]>(queryKey, byName(change(before)));
    return before;
  };
  const handlers = {
    onError: (_: Error, __: unknown, before?: View[]) => void queryClient.setQueryData(queryKey, before),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  };
  const create = useMutation({
    mutationFn: async (body: { name: string; query: string; shared: boolean }) => {
      const { view } = await creatingOnce({ list, ...body }, (idempotencyKey) =>
        call(identity.createView, { body: { list, ...body }, idempotencyKey }),
      );
      queryClient.setQueryData<View[]>(queryKey, (views = []) =>
        byName([...views.filter(({ _id }) => _id !== UNSAVED_ID), view]),
      );
      return view;
    },
    // The dialog shows what is refused.
    meta: { quiet: true },
    onMutate: (body) =>
      show((views) => [...views, { ...body, _id: UNSAVED_ID, list, mine: true, changeable: true, isDefault: false }]),
    ...handlers,
  });
  const change = useMutation({
    mutationFn: async ({
      view,
      changes,
      version = view.version,
    }: {
      view: View;
      changes: ViewChanges;
      version?: string;
    }) => (await call(identity.changeView, { params: { id: view._id }, body: changes, version })).view,
    meta: { quiet: true },
    onMutate: ({ view: { _id }, changes }) =>
      show((views) => views.map((one) => (one._id === _id ? { ...one, ...changes } : one))),
    ...handlers,
  });
  const remove = useMutation({
    mutationFn: (view: View) => call(identity.removeView, { params: { id: view._id } }),
    onMutate: (view) => show((views) => views.filter(({ _id }) => _id !== view._id)),
    ...handlers,
  });
  const chooseDefault = useMutation({
    mutationFn: (viewId: string | null) => call(identity.chooseDefaultView, { body: { list, viewId } }),
    meta: { quiet: true },
    onMutate: (viewId) => show((views) => views.map((one) => ({ ...one, isDefault: one._id === viewId }))),
    ...handlers,
  });
  return { create, change, remove, chooseDefault };
}
