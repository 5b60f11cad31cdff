import type { z } from 'zod';

const KINDS: Readonly<Record<string, string>> = {
  string: 'This is not text',
  number: 'This is not a number',
  int: 'This is not a whole number',
  boolean: 'This is neither true nor false',
  array: 'This is not a list',
  object: 'This is not an object',
};
const FORMATS: Readonly<Record<string, string>> = {
  email: 'This is not an e-mail address',
  url: 'This is not a web address',
};

/** Zod error map with messages for users, shown beside the form field; zod's own speak of types. */
export function readableErrorMap(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined || issue.input === null) return 'This is required';
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[issue.expected];
    case 'too_big':
      return `${issue.inclusive === false ? 'Less than' : 'At most'} ${issue.maximum}${unitOf(issue)}`;
    case 'too_small':
      if (issue.input === '') return 'This is required';
      return `${issue.inclusive === false ? 'More than' : 'At least'} ${issue.minimum}${unitOf(issue)}`;
    case 'invalid_value':
      return `One of: ${issue.values.join(', ')}`;
    case 'invalid_format':
      return FORMATS[issue.format];
    case 'invalid_union':
      return 'This is not among what is possible';
    default:
      return undefined;
  }
}

const unitOf = ({ origin }: { origin: string }): string => (origin === 'string' ? ' characters' : '');
