import type { ReactNode } from 'react';

export type Density = 'comfortable' | 'compact';

export interface ListColumn<Row> {
  id: string;
  /** Text, which labels the value on phones. */
  header: string;
  cell(row: Row): ReactNode;
  /** The name by which the service sorts; without it the header is text. */
  sort?: string;
  /** Numbers: at the end of the cell. */
  isNumber?: boolean;
  /** At most, where rows have one line: `12rem`. */
  width?: string;
}

export interface ListSelection {
  has(id: string): boolean;
  /** `extend`: also what lies between it and the row that was pressed before. */
  toggle(id: string, extend: boolean): void;
  /** Of the rows of this page. */
  togglePage(): void;
}
