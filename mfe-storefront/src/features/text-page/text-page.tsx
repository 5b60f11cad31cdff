import { useLocation, type FaqData, type Prefetch } from '@shop/mfe-kit';
import { TextPage as Page } from '@shop/ui/text-page.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { brandQuery } from '../../components/brand.ts';
import { settled } from '../../components/page-results.ts';
import { textPageQuery, type Block } from './api/text-page.ts';
import { ContactDetails } from './contact-details.tsx';

const CONTACT = '/contact';

export const prefetch: Prefetch = async (queryClient, { url, secondary = settled }) => {
  const brand = url.pathname === CONTACT ? [queryClient.prefetchQuery(brandQuery)] : [];
  const { page } = await queryClient.ensureQueryData(textPageQuery(url.pathname));
  await secondary(brand);
  const faq = questionsOf(page.blocks);
  const head = { title: page.title, description: page.description, jsonLd: faq ? [faq] : [] };
  // It was asked for by a former address.
  if (page.path && page.path !== url.pathname) return { status: 301, redirect: page.path + url.search, head };
  return { head };
};

function questionsOf(blocks: readonly Block[]): FaqData | undefined {
  const questions = blocks.filter((block) => block.kind === 'question');
  if (questions.length === 0) return undefined;
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** A text page: policies, about, contact, FAQ, and those that staff add below `/page/`. */
export function TextPage() {
  const { pathname } = useLocation();
  const { data } = useSuspenseQuery(textPageQuery(pathname));
  const { title, blocks } = data.page;
  return (
    <Page title={title} blocks={blocks}>
      {pathname === CONTACT && <ContactDetails />}
    </Page>
  );
}
