const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as HTML: whatever a customer wrote stays text. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

export interface Letter {
  subject: string;
  /** Plain paragraphs, in order. */
  paragraphs: string[];
  /** Shown large and apart: a one-time code. */
  code?: string;
  link?: { text: string; url: string };
}

/** A letter as plain text and as HTML that mail programs agree on: one table, inline styles, no picture, no tracking. */
export function layOut({ subject, paragraphs, code, link }: Letter, brand: { name: string; companyLine: string }) {
  const before = paragraphs.slice(0, 1);
  const after = paragraphs.slice(1);
  const text = [
    ...before,
    ...(code ? [code] : []),
    ...after,
    ...(link ? [`${link.text}: ${link.url}`] : []),
    brand.name,
  ]
    .join('\n\n')
    .concat('\n');
  const paragraph = (line: string) => `<p style="margin:0 0 16px;line-height:1.6">${escapeHtml(line)}</p>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f6f3ee;color:#2a2420;font-family:Georgia,'Times New Roman',serif;font-size:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#fff;border:1px solid #e6dfd4">
<tr><td style="padding:28px 32px 8px;font-size:24px;letter-spacing:.08em">${escapeHtml(brand.name)}</td></tr>
<tr><td style="padding:16px 32px 24px">
${before.map(paragraph).join('\n')}
${code ? `<p style="margin:0 0 16px;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.25em">${code}</p>` : ''}
${after.map(paragraph).join('\n')}
${link ? `<p style="margin:24px 0 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 24px;background:#2a2420;color:#fff;text-decoration:none">${escapeHtml(link.text)}</a></p>` : ''}
</td></tr>
<tr><td style="padding:16px 32px 24px;border-top:1px solid #e6dfd4;font-size:13px;color:#6b6259">${escapeHtml(brand.companyLine)}</td></tr>
</table></td></tr></table></body></html>`;
  return { subject, text, html };
}
