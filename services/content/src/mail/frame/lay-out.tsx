import { renderToStaticMarkup } from 'react-dom/server';
import { asText } from './as-text.ts';
import { Frame, type FrameBrand } from './frame.tsx';
import type { MailContent } from './mail-content.ts';

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** A mail as HTML and as text. Without scripts and pictures that report who opened it. */
export function layOut(content: MailContent, brand: FrameBrand, shopUrl: string) {
  return {
    subject: content.subject,
    text: asText(content, brand),
    html: DOCTYPE + renderToStaticMarkup(<Frame content={content} brand={brand} shopUrl={shopUrl} />),
  };
}
