const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** A table row; `detail` is shown in small type below the name. */
export interface Row {
  name: string;
  detail?: string;
  amount: string;
  /** Emphasized, for the total. */
  strong?: boolean;
}

/** A part of a mail. A string is a paragraph. */
export type Part =
  | string
  /** A one-time code, shown large. */
  | { code: string }
  | { rows: Row[] }
  /** A postal address. */
  | { title: string; lines: string[] }
  | { link: string; url: string };

export interface MailContent {
  subject: string;
  parts: Part[];
  /** Takes the agreement to mails of this kind back, by one POST (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Renders a mail as plain text and as HTML for all mail clients: one table, inline styles, no images, no tracking. */
export function layOut({ subject, parts }: MailContent, brand: { name: string; companyLine: string }) {
  const text = `${[...parts.map(asText), brand.name].join('\n\n')}\n`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f6f3ee;color:#2a2420;font-family:Georgia,'Times New Roman',serif;font-size:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#fff;border:1px solid #e6dfd4">
<tr><td style="padding:28px 32px 8px;font-size:24px;letter-spacing:.08em">${escapeHtml(brand.name)}</td></tr>
<tr><td style="padding:16px 32px 24px">
${parts.map(asHtml).join('\n')}
</td></tr>
<tr><td style="padding:16px 32px 24px;border-top:1px solid #e6dfd4;font-size:13px;color:#6b6259">${escapeHtml(brand.companyLine)}</td></tr>
</table></td></tr></table></body></html>`;
  return { subject, text, html };
}

function asText(part: Part): string {
  if (typeof part === 'string') return part;
  if ('code' in part) return part.code;
  if ('rows' in part) {
    return part.rows.map(({ name, detail, amount }) => `${name}: ${amount}${detail ? `\n  ${detail}` : ''}`).join('\n');
  }
  if ('lines' in part) return [`${part.title}:`, ...part.lines].join('\n');
  return `${part.link}: ${part.url}`;
}

function asHtml(part: Part): string {
  if (typeof part === 'string') return `<p style="margin:0 0 16px;line-height:1.6">${escapeHtml(part)}</p>`;
  if ('code' in part) {
    return `<p style="margin:0 0 16px;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.25em">${escapeHtml(part.code)}</p>`;
  }
  if ('rows' in part) {
    return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-bottom:1px solid #e6dfd4">
${part.rows.map(rowAsHtml).join('\n')}
</table>`;
  }
  if ('lines' in part) {
    return `<p style="margin:0 0 24px;line-height:1.6"><span style="font-size:13px;color:#6b6259">${escapeHtml(part.title)}</span><br>${part.lines.map(escapeHtml).join('<br>')}</p>`;
  }
  return `<p style="margin:24px 0 16px"><a href="${escapeHtml(part.url)}" style="display:inline-block;padding:12px 24px;background:#2a2420;color:#fff;text-decoration:none">${escapeHtml(part.link)}</a></p>`;
}

function rowAsHtml({ name, detail, amount, strong }: Row): string {
  const weight = strong ? ';font-weight:bold' : '';
  const small = detail ? `<br><span style="font-size:13px;color:#6b6259">${escapeHtml(detail)}</span>` : '';
  return `<tr><td style="padding:8px 16px 8px 0;border-top:1px solid #e6dfd4;line-height:1.5;text-align:left${weight}">${escapeHtml(name)}${small}</td><td style="padding:8px 0;border-top:1px solid #e6dfd4;text-align:right;white-space:nowrap;vertical-align:top${weight}">${escapeHtml(amount)}</td></tr>`;
}
