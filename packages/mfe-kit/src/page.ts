import type { ShownTax } from '@shop/contracts/browser';
import type { QueryClient } from '@tanstack/react-query';

export interface PrefetchContext {
  /** Values of the pattern's `:names`. */
  params: Readonly<Record<string, string | undefined>>;
  /** The page's public URL with its query. */
  url: URL;
  /** Aborts when the server's budget for the content is used up. */
  signal: AbortSignal;
  /**
   * Waits for sections that the page can do without, for a fraction of a second. All else that `prefetch` waits for is content: a
   * page without it is a 503. Given by the server only: in a browser a page with skeletons need not wait at all.
   */
  secondary?: (work: readonly Promise<unknown>[]) => Promise<unknown>;
  /** How prices are shown to the visitor; `undefined` while it is unknown. */
  tax?: Promise<ShownTax | undefined>;
}

/** What the server must know before the first byte. */
export interface PageResult {
  /** Default 200. With 404 the shell shows the page that owns `*`. */
  status?: number;
  /** Path within the shop; `status` is 301 or 302. */
  redirect?: string;
  head: Head;
}

/**
 * Fills the query client and returns status and head. What the API refused is thrown on: the shell knows which refusal is a 404 and
 * which a 400. Any other error is a 503, with Retry in the browser.
 */
export type Prefetch = (queryClient: QueryClient, context: PrefetchContext) => Promise<PageResult> | PageResult;

export interface Head {
  /** Without the shop's name, which the shell adds. */
  title: string;
  description?: string;
  /** Path of the canonical URL. Default: the page's path without its query. */
  canonical?: string;
  noindex?: boolean;
  /** Open Graph; title, description and URL are taken from the other fields. */
  openGraph?: { type?: 'website' | 'article' | 'product'; image?: string; imageAlt?: string };
  jsonLd?: readonly JsonLd[];
}

/** The structured data (schema.org) that the shop uses. */
export type JsonLd = ProductData | ProductGroupData | BreadcrumbData | OrganizationData | WebSiteData | FaqData;

type Schema<Name extends string> = `https://schema.org/${Name}`;

interface RatingData {
  '@type': 'AggregateRating';
  ratingValue: number;
  reviewCount: number;
}

export interface OfferData {
  '@type': 'Offer';
  url: string;
  /** Rupees with two decimals, as shown. */
  price: string;
  priceCurrency: 'INR';
  availability: Schema<'InStock' | 'OutOfStock'>;
  itemCondition?: Schema<'NewCondition'>;
  shippingDetails?: {
    '@type': 'OfferShippingDetails';
    shippingRate: { '@type': 'MonetaryAmount'; value: string; currency: 'INR' };
    shippingDestination: { '@type': 'DefinedRegion'; addressCountry: string };
  };
  hasMerchantReturnPolicy?: {
    '@type': 'MerchantReturnPolicy';
    applicableCountry: string;
    returnPolicyCategory: Schema<'MerchantReturnFiniteReturnWindow'>;
    merchantReturnDays: number;
    returnMethod: Schema<'ReturnByMail'>;
    merchantReturnLink?: string;
  };
}

export interface ProductData {
  '@type': 'Product';
  name: string;
  sku: string;
  description?: string;
  image?: readonly string[];
  brand?: { '@type': 'Brand'; name: string };
  color?: string;
  material?: string;
  size?: readonly string[];
  hasCertification?: readonly {
    '@type': 'Certification';
    name: string;
    issuedBy: { '@type': 'Organization'; name: string };
  }[];
  offers?: OfferData;
  aggregateRating?: RatingData;
}

export interface ProductGroupData {
  '@type': 'ProductGroup';
  productGroupID: string;
  name: string;
  description: string;
  url: string;
  brand?: { '@type': 'Brand'; name: string };
  variesBy: readonly Schema<'color' | 'material'>[];
  hasVariant: readonly ProductData[];
  aggregateRating?: RatingData;
  review?: readonly {
    '@type': 'Review';
    author: { '@type': 'Person'; name: string };
    datePublished: string;
    reviewBody?: string;
    reviewRating: { '@type': 'Rating'; ratingValue: number; bestRating: 5 };
  }[];
}

export interface WebSiteData {
  '@type': 'WebSite';
  name: string;
  url: string;
  potentialAction: {
    '@type': 'SearchAction';
    target: { '@type': 'EntryPoint'; urlTemplate: string };
    'query-input': 'required name=search_term_string';
  };
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

/** Structured data of the path from the home page to a page. `origin`: the shop's public origin. */
export const breadcrumbs = (origin: string, steps: readonly { name: string; path: string }[]): BreadcrumbData => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: new URL(path, origin).href,
  })),
});
