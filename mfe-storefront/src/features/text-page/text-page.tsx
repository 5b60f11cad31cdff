import { useLocation, type FaqData, type Prefetch } from '@shop/mfe-kit';
import { useSuspenseQuery } from '@tanstack/react-query';
import { brandQuery } from '../../components/brand.ts';
import { settled } from '../../components/page-results.ts';
import { textPageQuery, type Block } from './api/text-page.ts';
import { ContactDetails } from './contact-details.tsx';
import classes from './text-page.module.css';

const CONTACT = '/contact';

export const prefetch: Prefetch = async (queryClient, { url, secondary = settled }) => {
  const brand = url.pathname === CONTACT ? [queryClient.prefetchQuery(brandQuery)] : [];
  const { page } = await queryClient.ensureQueryData(textPageQuery(url.pathname.slice(1)));
  await secondary(brand);
  const faq = questionsOf(page.blocks);
  return {
    head: { title: page.title, description: page.description, jsonLd: faq ? [faq] : [] },
  };
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

/** A text page: policies, about, contact, FAQ. The path is its slug. */
export function TextPage() {
  const { pathname } = useLocation();
  const { data } = useSuspenseQuery(textPageQuery(pathname.slice(1)));
  const { title, blocks } = data.page;
  return (
    <article className={classes.page}>
      <h1>{title}</h1>
      {blocks.map((block, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- blocks have no identity except their position
        <BlockContent key={i} block={block} />
      ))}
      {pathname === CONTACT && <ContactDetails />}
    </article>
  );
}

function BlockContent({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h2>{block.text}</h2>;
    case 'paragraph':
      return <p>{block.text}</p>;
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'question':
      return (
        <details>
          <summary>{block.question}</summary>
          <p>{block.answer}</p>
        </details>
      );
  }
}
