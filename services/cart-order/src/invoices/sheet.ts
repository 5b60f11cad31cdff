import type PDFDocument from 'pdfkit';

type Pdf = InstanceType<typeof PDFDocument>;

const MARGIN = 42;
const INK = '#2a2420';
const QUIET = '#6b6259';
const LINE = '#d8cfc2';
const SIZE = { title: 20, message: 13, text: 9, small: 7.5, cell: 8 };
const GAP = 14;
const CELL_PADDING = 5;

export interface Column {
  title: string;
  /** In points; the first column takes the remaining width. */
  width: number;
}

export interface TableRow {
  first: { text: string; small: string };
  /** Right-aligned. */
  others: string[];
}

/** An A4 document written from top to bottom; tables break onto further pages. */
export class Sheet {
  readonly #pdf: Pdf;
  readonly #written: Promise<Buffer>;

  private constructor(pdf: Pdf) {
    this.#pdf = pdf;
    this.#written = new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
      pdf.on('end', () => resolve(Buffer.concat(chunks)));
      pdf.on('error', reject);
    });
  }

  /** `at`: when the document was issued, also where it is drawn again, so that each drawing is the same file. */
  static async open({ title, author, at }: { title: string; author: string; at: Date }): Promise<Sheet> {
    // Loaded lazily: most instances draw no document for a long time.
    const [{ default: Pdf }, { regular, bold }] = await Promise.all([import('pdfkit'), fonts()]);
    const pdf = new Pdf({
      size: 'A4',
      margin: MARGIN,
      font: regular as never,
      lang: 'en',
      info: { Title: title, Author: author, CreationDate: at },
    });
    pdf.registerFont('regular', regular);
    pdf.registerFont('bold', bold);
    pdf.fillColor(INK);
    return new Sheet(pdf);
  }

  get #width(): number {
    return this.#pdf.page.width - 2 * MARGIN;
  }

  title(left: string, right: string): void {
    const top = this.#pdf.y;
    this.#pdf.font('bold').fontSize(SIZE.title).text(left, MARGIN, top);
    this.#pdf
      .fontSize(SIZE.text + 2)
      .fillColor(QUIET)
      .text(right, MARGIN, top + 8, { width: this.#width, align: 'right' });
    this.#pdf.fillColor(INK);
    this.#pdf.y = top + SIZE.title + 2 * GAP;
  }

  /** Blocks of lines side by side. */
  columns(blocks: { title: string; lines: string[] }[]): void {
    const top = this.#pdf.y;
    const width = (this.#width - GAP * (blocks.length - 1)) / blocks.length;
    let bottom = top;
    for (const [index, { title, lines }] of blocks.entries()) {
      const left = MARGIN + index * (width + GAP);
      this.#pdf.font('regular').fontSize(SIZE.small).fillColor(QUIET).text(title, left, top, { width });
      this.#pdf.fontSize(SIZE.text).fillColor(INK);
      for (const line of lines) this.#pdf.text(line, { width });
      bottom = Math.max(bottom, this.#pdf.y);
    }
    this.#pdf.y = bottom + GAP;
  }

  /** Words to be read by a person, larger than the rest. */
  message(title: string, text: string): void {
    const width = this.#width;
    this.#pdf.font('regular').fontSize(SIZE.small).fillColor(QUIET).text(title, MARGIN, this.#pdf.y, { width });
    this.#pdf.y += CELL_PADDING;
    this.#pdf.fontSize(SIZE.message).fillColor(INK).text(text, { width });
    this.#pdf.y += 2 * GAP;
  }

  table(columns: Column[], rows: TableRow[]): void {
    const fixed = columns.reduce((sum, { width }) => sum + width, 0);
    const widths = columns.map(({ width }) => width || this.#width - fixed);
    this.#head(columns, widths);
    for (const row of rows) {
      const height = this.#heightOf(row, widths[0]!);
      if (this.#pdf.y + height > this.#pdf.page.height - MARGIN) {
        this.#pdf.addPage();
        this.#head(columns, widths);
      }
      this.#row(row, widths, height);
    }
    this.#pdf.y += GAP;
  }

  /** Right-aligned names and amounts. */
  sums(sums: (readonly [name: string, amount: string, weight?: 'strong'])[]): void {
    this.#keepTogether(sums.length * (SIZE.text + 8));
    const [nameWidth, amountWidth] = [150, 110];
    const left = MARGIN + this.#width - nameWidth - amountWidth;
    for (const [name, amount, weight] of sums) {
      const top = this.#pdf.y;
      this.#pdf.font(weight ? 'bold' : 'regular').fontSize(weight ? SIZE.text + 1 : SIZE.text);
      this.#pdf.text(name, left, top, { width: nameWidth });
      this.#pdf.text(amount, left + nameWidth, top, { width: amountWidth, align: 'right' });
      this.#pdf.y = top + SIZE.text + 8;
    }
    this.#pdf.y += GAP;
  }

  note(text: string): void {
    this.#keepTogether(GAP);
    this.#pdf.font('regular').fontSize(SIZE.small).fillColor(QUIET).text(text, MARGIN, this.#pdf.y, {
      width: this.#width,
    });
    this.#pdf.fillColor(INK);
  }

  close(): Promise<Buffer> {
    this.#pdf.end();
    return this.#written;
  }

  #keepTogether(height: number): void {
    if (this.#pdf.y + height > this.#pdf.page.height - MARGIN) this.#pdf.addPage();
  }

  #head(columns: Column[], widths: number[]): void {
    const top = this.#pdf.y;
    this.#pdf.font('bold').fontSize(SIZE.cell);
    this.#cells(
      columns.map(({ title }) => title),
      widths,
      top + CELL_PADDING,
    );
    this.#pdf.y = top + SIZE.cell + 3 * CELL_PADDING;
    this.#rule();
  }

  #row({ first, others }: TableRow, widths: number[], height: number): void {
    const top = this.#pdf.y;
    const width = widths[0]! - GAP;
    this.#pdf.font('regular').fontSize(SIZE.cell);
    this.#cells(['', ...others], widths, top + CELL_PADDING);
    this.#pdf.text(first.text, MARGIN, top + CELL_PADDING, { width });
    this.#pdf.fontSize(SIZE.small).fillColor(QUIET).text(first.small, { width }).fillColor(INK);
    this.#pdf.y = top + height;
    this.#rule();
  }

  #cells(texts: string[], widths: number[], top: number): void {
    let left = MARGIN;
    for (const [index, text] of texts.entries()) {
      const width = widths[index]!;
      this.#pdf.text(text, left, top, { width, align: index === 0 ? 'left' : 'right' });
      left += width;
    }
  }

  #heightOf({ first }: TableRow, firstWidth: number): number {
    const width = firstWidth - GAP;
    const text = this.#pdf.font('regular').fontSize(SIZE.cell).heightOfString(first.text, { width });
    const small = this.#pdf.fontSize(SIZE.small).heightOfString(first.small, { width });
    return text + small + 2 * CELL_PADDING;
  }

  #rule(): void {
    const { y } = this.#pdf;
    this.#pdf
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + this.#width, y)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
  }
}

/** Noto Sans covers the currency symbols, including ₹, and Devanagari names. */
async function fonts(): Promise<{ regular: Buffer; bold: Buffer }> {
  const [regular, bold] = await Promise.all([
    import('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    import('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
  ]);
  return { regular: bytesOf(regular.default), bold: bytesOf(bold.default) };
}

/** Decodes a data URL: the bundler inlines fonts as such. */
const bytesOf = (url: string): Buffer => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
