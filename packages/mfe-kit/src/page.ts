import type { QueryClient } from '@tanstack/react-query';

export interface PrefetchContext {
  /** Values of the pattern's `:names`. */
  params: Readonly<Record<string, string | undefined>>;
  /** Of the page, with its query, on the shop's public address. */
  url: URL;
  /** Aborted when the server's time is up. */
  signal: AbortSignal;
}

/** What must be known before the first byte. */
export interface PageResult {
  /** 200 unless told. With 404 the shell shows the page that owns `*`. */
  status?: number;
  /** Path within the shop; `status` 301 (moved for good) or 302. */
  redirect?: string;
  head: Head;
}

/** Fills the query client and answers status and head. A thrown error is the page's failure: 503, and Retry in the browser. */
export type Prefetch = (queryClient: QueryClient, context: PrefetchContext) => Promise<PageResult> | PageResult;

export interface Head {
  /** Without the shop's name; the shell adds it. */
  title: string;
  description?: string;
  /** Path of the one address under which this page should be found. The page's own path without its query unless told. */
  canonical?: string;
  /** Kept out of search engines. */
  noindex?: boolean;
  /** Open Graph; title, description and address come from above. */
  openGraph?: { type?: 'website' | 'article' | 'product'; image?: string; imageAlt?: string };
  jsonLd?: readonly JsonLd[];
}

/** Structured data for search engines (schema.org), as far as the shop uses it. */
export type JsonLd = ProductData | BreadcrumbData | OrganizationData | FaqData;

export interface ProductData {
  '@type': 'Product';
  name: string;
  sku: string;
  description?: string;
  image?: readonly string[];
  brand?: { '@type': 'Brand'; name: string };
  offers?: {
    '@type': 'Offer';
    /** Rupees with two decimals. */
    price: string;
    priceCurrency: 'INR';
    availability: 'https://schema.org/InStock' | 'https://schema.org/OutOfStock';
    url: string;
  };
  aggregateRating?: { '@type': 'AggregateRating'; ratingValue: number; reviewCount: number };
}

export interface BreadcrumbData {
  '@type': 'BreadcrumbList';
  itemListElement: readonly { '@type': 'ListItem'; position: number; name: string; item: string }[];
}

export interface OrganizationData {
  '@type': 'Organization';
  name: string;
  url: string;
  logo?: string;
  email?: string;
  telephone?: string;
  sameAs?: readonly string[];
}

export interface FaqData {
  '@type': 'FAQPage';
  mainEntity: readonly {
    '@type': 'Question';
    name: string;
    acceptedAnswer: { '@type': 'Answer'; text: string };
  }[];
}

/** The way from the home page to here, for search engines. `path` is within the shop, `origin` its public address. */
export const breadcrumbs = (origin: string, steps: readonly { name: string; path: string }[]): BreadcrumbData => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: new URL(path, origin).href,
  })),
});
