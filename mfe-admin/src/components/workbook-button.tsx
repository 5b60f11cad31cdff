import { toast } from '@shop/mfe-kit';
import { Button } from '@shop/ui/button.tsx';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saveXlsx } from './table-file.ts';
import { refusalOf } from './refusal.ts';

/** Answers of services that are files may take longer than others. */
export const FILE_TIMEOUT_MS = 120_000;

interface Props {
  /** `products.xlsx` */
  name: string;
  /** Answers the CSV. */
  load(): Promise<string>;
  children: ReactNode;
}

/** Saves the CSV of a service as a workbook, which the browser makes. */
export function WorkbookButton({ name, load, children }: Props) {
  const saving = useMutation({
    mutationFn: async () => saveXlsx(name, await load()),
    onError: (error) => toast.error(refusalOf(error, 'Export failed')),
    meta: { quiet: true },
  });
  return (
    <Button look="secondary" busy={saving.isPending} onClick={() => saving.mutate()}>
      {children}
    </Button>
  );
}
