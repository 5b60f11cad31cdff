import { Button } from '@shop/ui/button.tsx';
import { Field } from '@shop/ui/field.tsx';
import { Select } from '@shop/ui/select.tsx';
import { TextArea } from '@shop/ui/text-area.tsx';
import { useFieldArray, useWatch, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { FormError } from '../../components/contract-form/form-error.tsx';
import form from '../../components/form.module.css';
import { SortableRows } from '../../components/sortable/sortable-rows.tsx';
import { EMPTY_BLOCK, type BlockValues, type Values } from './api/page-values.ts';

const KINDS: Record<BlockValues['kind'], string> = {
  heading: 'Heading',
  paragraph: 'Paragraph',
  list: 'List',
  question: 'Question',
};
const KIND_ENTRIES = Object.entries(KINDS) as [BlockValues['kind'], string][];

interface Props {
  control: Control<Values>;
  register: UseFormRegister<Values>;
  errors: FieldErrors<Values>;
}

/** The blocks of a text page: written, put in order, added and removed. */
export function BlockFields({ control, register, errors }: Props) {
  const { fields, append, move, remove, insert } = useFieldArray({ control, name: 'blocks' });
  const blocks = useWatch({ control, name: 'blocks' });
  return (
    <>
      <SortableRows
        label="Blocks in order"
        rows={fields}
        nameOf={(_, at) => {
          const { kind, text } = blocks[at] ?? { kind: 'paragraph', text: '' };
          const [line = ''] = text.trim().split('\n');
          return line ? `${KINDS[kind]}: ${line.slice(0, 60)}` : KINDS[kind];
        }}
        onMove={move}
        onRemove={(at) => {
          const block = blocks[at]!;
          remove(at);
          return () => insert(at, block);
        }}
      >
        {(_, at) => {
          const name = `blocks.${at}` as const;
          const problems = errors.blocks?.[at];
          const { kind } = blocks[at] ?? { kind: 'paragraph' };
          const number = at + 1;
          const isLine = kind === 'heading' || kind === 'question';
          return (
            <>
              <div className={form.fields}>
                <Select label={`Kind of block ${number}`} error={problems?.kind?.message} {...register(`${name}.kind`)}>
                  {KIND_ENTRIES.map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
                {isLine && (
                  <Field
                    label={`${KINDS[kind]} ${number}`}
                    autoComplete="off"
                    error={problems?.text?.message}
                    {...register(`${name}.text`)}
                  />
                )}
              </div>
              {!isLine && (
                <TextArea
                  label={kind === 'list' ? `List ${number}` : `Text ${number}`}
                  hint={kind === 'list' ? 'Each line is an item' : undefined}
                  rows={4}
                  error={problems?.text?.message}
                  {...register(`${name}.text`)}
                />
              )}
              {kind === 'question' && (
                <TextArea
                  label={`Answer ${number}`}
                  rows={3}
                  error={problems?.answer?.message}
                  {...register(`${name}.answer`)}
                />
              )}
            </>
          );
        }}
      </SortableRows>
      <FormError message={errors.blocks?.root?.message ?? errors.blocks?.message} />
      <div className={form.buttons} role="group" aria-label="Add a block">
        {KIND_ENTRIES.map(([kind, label]) => (
          <Button
            key={kind}
            look="secondary"
            onClick={() => append({ kind, ...EMPTY_BLOCK }, { focusName: `blocks.${fields.length}.text` })}
          >
            Add {label.toLowerCase()}
          </Button>
        ))}
      </div>
    </>
  );
}
