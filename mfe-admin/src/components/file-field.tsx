import { Field } from '@shop/ui/field.tsx';
import type { ComponentProps } from 'react';
import s from './file-field.module.css';

export const FileField = (props: Omit<ComponentProps<typeof Field>, 'type' | 'className'>) => (
  <Field type="file" className={s.file} {...props} />
);
