import type { CSSProperties } from 'react';
import { Button } from '@react-email/button';
import { Column } from '@react-email/column';
import { Img } from '@react-email/img';
import { Link } from '@react-email/link';
import { Row as Columns } from '@react-email/row';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { each } from './each.ts';
import { COLOURS, dark } from './look.ts';
import type { Part, Piece, Row } from './mail-content.ts';

const PARAGRAPH: CSSProperties = { margin: '0 0 16px', fontSize: 16, lineHeight: '26px', color: COLOURS.ink[0] };
const SMALL: CSSProperties = { fontSize: 13, lineHeight: '20px', color: COLOURS['ink-soft'][0] };
const BLOCK: CSSProperties = { margin: '0 0 24px' };
const RULE = `1px solid ${COLOURS.line[0]}`;
const INK = dark(['ink', 'ink']);
const SOFT = dark(['ink', 'ink-soft']);
const EDGE = dark(['edge', 'line']);
/** Of a picture in a mail; twice as many pixels are loaded for dense screens. */
const PICTURE = 72;

export function PartOfMail({ part }: { part: Part }) {
  if (typeof part === 'string') {
    return (
      <Text className={INK} style={PARAGRAPH}>
        {part}
      </Text>
    );
  }
  if ('code' in part) return <Code code={part.code} />;
  if ('pieces' in part) return <Pieces pieces={part.pieces} />;
  if ('rows' in part) return <Rows rows={part.rows} />;
  if ('steps' in part) return <Steps {...part} />;
  if ('lines' in part) return <Lines {...part} />;
  if ('quote' in part) return <Quote text={part.quote} />;
  return (
    <Section style={{ margin: '28px 0 20px' }}>
      <Button
        href={part.url}
        className={dark(['fill', 'gold'], ['ink', 'on-gold'])}
        style={{
          padding: '14px 28px',
          borderRadius: 2,
          backgroundColor: COLOURS.gold[0],
          color: COLOURS['on-gold'][0],
          fontSize: 15,
          fontWeight: 600,
          letterSpacing: '0.02em',
        }}
      >
        {part.link}
      </Button>
    </Section>
  );
}

const Code = ({ code }: { code: string }) => (
  <Section
    className={dark(['fill', 'surface-sunken'])}
    style={{ ...BLOCK, backgroundColor: COLOURS['surface-sunken'][0] }}
  >
    <Text
      className={INK}
      style={{
        margin: 0,
        padding: '18px 12px',
        font: '600 34px/40px ui-monospace, Menlo, Consolas, monospace',
        letterSpacing: '0.3em',
        textIndent: '0.3em',
        textAlign: 'center',
        color: COLOURS.ink[0],
      }}
    >
      {code}
    </Text>
  </Section>
);

const Pieces = ({ pieces }: { pieces: Piece[] }) => (
  <Section className={EDGE} style={{ borderBottom: RULE }}>
    {each(pieces, PieceRow)}
  </Section>
);

function PieceRow({ name, detail, amount, picture, url }: Piece) {
  const image = picture && (
    // The name beside it says what it shows.
    <Img src={picture} width={PICTURE} height={PICTURE} alt="" style={{ objectFit: 'cover', borderRadius: 2 }} />
  );
  return (
    <Columns className={EDGE} style={{ borderTop: RULE }}>
      {image && (
        <Column style={{ width: PICTURE, padding: '14px 16px 14px 0', verticalAlign: 'top' }}>
          {url ? <Link href={url}>{image}</Link> : image}
        </Column>
      )}
      <Column style={{ padding: '14px 12px 14px 0', verticalAlign: 'top' }}>
        <Text className={INK} style={{ ...PARAGRAPH, margin: 0, lineHeight: '23px' }}>
          {url ? (
            <Link href={url} className={INK} style={{ color: COLOURS.ink[0], textDecoration: 'none' }}>
              {name}
            </Link>
          ) : (
            name
          )}
        </Text>
        {detail && (
          <Text className={SOFT} style={{ ...SMALL, margin: '4px 0 0' }}>
            {detail}
          </Text>
        )}
      </Column>
      {amount && (
        <Column
          align="right"
          className={INK}
          style={{
            ...{ padding: '14px 0', verticalAlign: 'top', whiteSpace: 'nowrap', lineHeight: '23px' },
            color: COLOURS.ink[0],
          }}
        >
          {amount}
        </Column>
      )}
    </Columns>
  );
}

/** A table of data, for screen readers too. */
const Rows = ({ rows }: { rows: Row[] }) => (
  <table width="100%" cellPadding="0" cellSpacing="0" style={{ ...BLOCK, marginTop: 8 }}>
    <tbody>{each(rows, OneRow)}</tbody>
  </table>
);

function OneRow({ name, detail, amount, strong }: Row) {
  const cell: CSSProperties = {
    ...{ padding: '6px 0', fontSize: strong ? 18 : 15, lineHeight: '23px', verticalAlign: 'top' },
    fontWeight: strong ? 600 : 400,
    color: COLOURS.ink[0],
    ...(strong && { borderTop: RULE, paddingTop: 12 }),
  };
  const className = `${INK} ${EDGE}`;
  return (
    <tr>
      <th scope="row" align="left" className={className} style={{ ...cell, paddingRight: 16 }}>
        {name}
        {detail && (
          <span className={SOFT} style={{ ...SMALL, display: 'block', fontWeight: 400 }}>
            {detail}
          </span>
        )}
      </th>
      <td align="right" className={className} style={cell}>
        {amount}
      </td>
    </tr>
  );
}

const Steps = ({ steps, reached }: { steps: string[]; reached: number }) => (
  <Columns style={BLOCK}>
    {each(steps, (step, index) => {
      const isDone = index < reached;
      return (
        <Column style={{ width: `${100 / steps.length}%`, padding: '0 2px', verticalAlign: 'top' }}>
          <Text
            className={`${dark(['edge', isDone ? 'gold' : 'line'])} ${isDone ? INK : SOFT}`}
            style={{
              ...SMALL,
              margin: 0,
              paddingTop: 8,
              borderTop: `3px solid ${COLOURS[isDone ? 'gold' : 'line'][0]}`,
              ...(isDone && { color: COLOURS.ink[0], fontWeight: 600 }),
            }}
          >
            {step}
            {isDone && <span style={{ fontSize: 12 }}> ✓</span>}
          </Text>
        </Column>
      );
    })}
  </Columns>
);

const Lines = ({ title, lines }: { title: string; lines: string[] }) => (
  <Section style={BLOCK}>
    <Text className={dark(['ink', 'gold'])} style={{ ...SMALL, margin: '0 0 4px', color: COLOURS.gold[0] }}>
      {title}
    </Text>
    <Text className={INK} style={{ ...PARAGRAPH, margin: 0, lineHeight: '24px' }}>
      {each(lines, (line, index) => (
        <>
          {index > 0 && <br />}
          {line}
        </>
      ))}
    </Text>
  </Section>
);

const Quote = ({ text }: { text: string }) => (
  <Text
    className={`${INK} ${dark(['edge', 'gold'])}`}
    style={{ ...PARAGRAPH, margin: '0 0 20px', paddingLeft: 16, borderLeft: `2px solid ${COLOURS.gold[0]}` }}
  >
    {text}
  </Text>
);
