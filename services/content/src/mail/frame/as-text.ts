import type { FrameBrand } from './frame.tsx';
import type { MailContent, Part, Row } from './mail-content.ts';

/** The text twin of a mail, for those who read no HTML. */
export function asText({ parts }: MailContent, { name, email, phone }: FrameBrand): string {
  const questions = `Questions? Write to ${email}${phone ? ` or call ${phone}` : ''}.`;
  return `${[...parts.map(partAsText), questions, name].filter(Boolean).join('\n\n')}\n`;
}

function partAsText(part: Part): string {
  if (typeof part === 'string') return part;
  if ('code' in part) return part.code;
  if ('pieces' in part)
    return part.pieces
      .map(({ amount = '', url, ...piece }) => `${rowAsText({ ...piece, amount })}${url ? `\n  ${url}` : ''}`)
      .join('\n');
  if ('rows' in part) return part.rows.map(rowAsText).join('\n');
  if ('steps' in part) return part.steps.map((step, index) => (index < part.reached ? `${step} ✓` : step)).join(' → ');
  if ('lines' in part) return [`${part.title}:`, ...part.lines].join('\n');
  if ('quote' in part) return part.quote;
  return `${part.link}: ${part.url}`;
}

const rowAsText = ({ name, detail, amount }: Row): string =>
  `${name}${amount && `: ${amount}`}${detail ? `\n  ${detail}` : ''}`;
