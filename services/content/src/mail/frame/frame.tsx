import type { CSSProperties, ReactNode } from 'react';
import type { content } from '@shop/contracts';
import { Body } from '@react-email/body';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { each } from './each.ts';
import { BODY, COLOURS, dark, DISPLAY, STYLES } from './look.ts';
import type { MailContent } from './mail-content.ts';
import { PartOfMail } from './parts.tsx';

export type FrameBrand = Pick<
  content.Brand,
  'name' | 'tagline' | 'city' | 'companyLine' | 'email' | 'phone' | 'social'
>;

const SMALL: CSSProperties = { margin: '0 0 6px', fontSize: 13, lineHeight: '20px', color: COLOURS['ink-soft'][0] };
const SOFT = dark(['ink', 'ink-soft']);

/** What all mails have in common: the shop's name above, and below who sends it and where to ask. */
export function Frame({
  content: { subject, preview, heading, parts },
  brand,
  shopUrl,
}: {
  content: MailContent;
  brand: FrameBrand;
  shopUrl: string;
}) {
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      </Head>
      <Body
        className={dark(['fill', 'paper'], ['ink', 'ink'])}
        style={{ margin: 0, backgroundColor: COLOURS.paper[0], color: COLOURS.ink[0], fontFamily: BODY, fontSize: 16 }}
      >
        <Preview>{preview}</Preview>
        <Container className="outer" style={{ maxWidth: 620, width: '100%', padding: '36px 16px' }}>
          <Masthead brand={brand} shopUrl={shopUrl} />
          <Card>
            <Heading
              as="h1"
              className={dark(['ink', 'ink'])}
              style={{
                margin: '0 0 20px',
                font: `500 28px/34px ${DISPLAY}`,
                letterSpacing: '0.01em',
                color: COLOURS.ink[0],
              }}
            >
              {heading}
            </Heading>
            {each(parts, (part) => (
              <PartOfMail part={part} />
            ))}
          </Card>
          <Footer brand={brand} shopUrl={shopUrl} />
        </Container>
      </Body>
    </Html>
  );
}

function Masthead({ brand: { name, tagline }, shopUrl }: { brand: FrameBrand; shopUrl: string }) {
  return (
    <Section style={{ textAlign: 'center', paddingBottom: 26 }}>
      <Link
        href={shopUrl}
        className={dark(['ink', 'ink'])}
        style={{
          font: `500 34px/40px ${DISPLAY}`,
          letterSpacing: '0.06em',
          color: COLOURS.ink[0],
          textDecoration: 'none',
        }}
      >
        {name}
      </Link>
      {tagline && (
        <Text className={dark(['ink', 'gold'])} style={{ ...SMALL, margin: '4px 0 0', color: COLOURS.gold[0] }}>
          {tagline}
        </Text>
      )}
    </Section>
  );
}

function Card({ children }: { children: ReactNode }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding="0"
      cellSpacing="0"
      className={dark(['fill', 'surface'], ['edge', 'line'])}
      style={{ backgroundColor: COLOURS.surface[0], border: `1px solid ${COLOURS.line[0]}`, borderRadius: 4 }}
    >
      <tbody>
        <tr>
          <td
            className={`card ${dark(['edge', 'gold'])}`}
            style={{ padding: '40px 44px', borderTop: `3px solid ${COLOURS.gold[0]}`, borderRadius: 4 }}
          >
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Footer({ brand, shopUrl }: { brand: FrameBrand; shopUrl: string }) {
  const { name, city, companyLine, email, phone, social } = brand;
  const link = (href: string, text: string) => (
    <Link href={href} className={SOFT} style={{ color: COLOURS['ink-soft'][0], textDecoration: 'underline' }}>
      {text}
    </Link>
  );
  return (
    <Section style={{ textAlign: 'center', paddingTop: 26 }}>
      <Text className={SOFT} style={SMALL}>
        Questions? Write to {link(`mailto:${email}`, email)}
        {phone && <> or call {link(`tel:${phone.replaceAll(/[^\d+]/g, '')}`, phone)}</>}.
      </Text>
      <Text className={SOFT} style={SMALL}>
        {link(shopUrl, name)} · {link(social.instagram, 'Instagram')} · {link(social.facebook, 'Facebook')}
      </Text>
      {each([city, companyLine].filter(Boolean), (line) => (
        <Text className={SOFT} style={{ ...SMALL, fontSize: 12 }}>
          {line}
        </Text>
      ))}
    </Section>
  );
}
