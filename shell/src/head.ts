import type { Head } from '@shop/mfe-kit';

export interface HeadTag {
  tag: 'title' | 'meta' | 'link' | 'script';
  attributes: Record<string, string>;
  text?: string;
}

export interface HeadContext {
  /** The shop's public origin. */
  origin: string;
  /** The page's URL with its query. */
  url: URL;
  /** The shop's name. */
  site?: string;
}

/** The tags of a page's head: written by the server, replaced by the browser on navigation. */
export function headTags(head: Head, { origin, url, site }: HeadContext): HeadTag[] {
  const title = site && head.title !== site ? `${head.title} | ${site}` : head.title;
  const canonical = new URL(head.canonical ?? url.pathname, origin).href;
  const meta = (attribute: 'name' | 'property', name: string, content: string | undefined): HeadTag[] =>
    content ? [{ tag: 'meta', attributes: { [attribute]: name, content } }] : [];
  const { type = 'website', image, imageAlt } = head.openGraph ?? {};
  return [
    { tag: 'title', attributes: {}, text: title },
    ...meta('name', 'description', head.description),
    ...(head.noindex
      ? meta('name', 'robots', 'noindex')
      : [{ tag: 'link', attributes: { rel: 'canonical', href: canonical } } as HeadTag]),
    ...meta('property', 'og:title', head.title),
    ...meta('property', 'og:description', head.description),
    ...meta('property', 'og:type', type),
    ...meta('property', 'og:url', canonical),
    ...meta('property', 'og:site_name', site),
    ...meta('property', 'og:image', image && new URL(image, origin).href),
    ...meta('property', 'og:image:alt', image && imageAlt),
    ...meta('name', 'twitter:card', image && 'summary_large_image'),
    ...(head.jsonLd ?? []).map((data): HeadTag => ({
      tag: 'script',
      attributes: { type: 'application/ld+json' },
      text: JSON.stringify({ '@context': 'https://schema.org', ...data }),
    })),
  ];
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The tags as HTML. `data-head` marks those that the browser replaces. */
export function headText(tags: readonly HeadTag[]): string {
  return tags
    .map(({ tag, attributes, text }) => {
      const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escape(value)}"`);
      const open = `<${tag}${pairs.join('')} data-head="">`;
      if (text === undefined) return open;
      // HTML entities are not decoded in a script, so only `<` is escaped, which could close it.
      return `${open}${tag === 'script' ? text.replaceAll('<', '\\u003c') : escape(text)}</${tag}>`;
    })
    .join('');
}
