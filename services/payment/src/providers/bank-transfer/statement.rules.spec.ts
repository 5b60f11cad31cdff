import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bankReferenceOf, dayOf, paiseOf, statementRows, UnreadableStatement } from './statement.rules.ts';

const HDFC = `HDFC BANK Ltd.,,,,,,
Account Branch : JAIPUR,,,,,,
Statement From : 01/04/25 To : 30/04/25,,,,,,
,,,,,,
Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
01/04/25,"NEFT CR-SBIN0001234-ASHA RAO-ARANYA-7K2MABCDEF",0000000512345678,01/04/25,,"1,23,456.00","2,23,456.00"
02/04/25,POS 416021XXXXXX DECATHLON,0000000000004711,02/04/25,"4,999.00",,"2,18,457.00"
03/04/25,IMPS-509312345678-RAVI,509312345678,03/04/25,,500.50,"2,18,957.50"
,,,,,,
STATEMENT SUMMARY :-,,,,,,
Opening Balance,Dr Count,Cr Count,Debits,Credits,,
"1,00,000.00",1,2,"4,999.00","1,23,956.50",,
`;
const SBI = [
  'Account Name\t: ARANYA JEWELS',
  'IFS Code\t: SBIN0001234',
  '',
  'Txn Date\tValue Date\tDescription\tRef No./Cheque No.\tDebit\tCredit\tBalance',
  '1 Apr 2025\t1 Apr 2025\tTO TRANSFER-UPI/DR/5093\tTRANSFER TO 4897691162092\t 250.00\t \t 9,750.00',
  '2 Apr 2025\t2 Apr 2025\tBY TRANSFER-NEFT*HDFC0001*N0921\tTRANSFER FROM 3199419044303\t \t 2,060.00\t 11,810.00',
  '**This is a computer generated statement and does not require a signature\t\t\t\t\t\t',
].join('\n');
const ICICI = `\uFEFFDETAILED STATEMENT
Transactions List - ARANYA JEWELS (INR) - 012345678901

S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )
1,05/04/2025,05/04/2025,-,"UPI/509512345678/gift/asha@okicici
/ICICI Bank",0.0,999.0,10999.0
2,31/02/2025,31/02/2025,-,NEFT-N123,0.0,1000.0,11999.0
3,06/04/2025,06/04/2025,-,NEFT-N124,0.0,"10,00",11999.0
4,06/04/2025,06/04/2025,-,BIL/ONL/000123,100.0,0.0,11899.0
`;
const AXIS = `Name :- ARANYA JEWELS;;;;;;
Tran Date;CHQNO;PARTICULARS;DR;CR;BAL;SOL
07-04-2025;-;NEFT/AXMB/ASHA RAO; ;10000.00;20000.00;123
07-APR-25;123456;By Clearing;;5;20005.00;123
`;

describe('a statement', () => {
  it('of HDFC is read between its address and its totals', () => {
    const rows = statementRows(HDFC);
    expect(rows.filter(({ kind }) => kind === 'credit')).toEqual([
      {
        line: 6,
        kind: 'credit',
        text: 'NEFT CR-SBIN0001234-ASHA RAO-ARANYA-7K2MABCDEF',
        credit: {
          arrivedOn: '2025-04-01',
          text: 'NEFT CR-SBIN0001234-ASHA RAO-ARANYA-7K2MABCDEF',
          amount: 1_23_456_00,
          // Its nine digits are too few to be unique.
          bankReference: null,
        },
      },
      {
        line: 8,
        kind: 'credit',
        text: 'IMPS-509312345678-RAVI',
        credit: {
          arrivedOn: '2025-04-03',
          text: 'IMPS-509312345678-RAVI',
          amount: 500_50,
          bankReference: '509312345678',
        },
      },
    ]);
    expect(rows.filter(({ kind }) => kind === 'not-money-in').map(({ line }) => line)).toEqual([7, 9, 10, 11, 12]);
  });

  it('of SBI is read by tabs, and its own clearing account is not taken for the number of a transfer', () => {
    expect(statementRows(SBI).map((row) => [row.line, row.kind === 'credit' ? row.credit : row.kind])).toEqual([
      [5, 'not-money-in'],
      [
        6,
        {
          arrivedOn: '2025-04-02',
          text: 'BY TRANSFER-NEFT*HDFC0001*N0921',
          amount: 2_060_00,
          bankReference: null,
        },
      ],
      [7, 'not-money-in'],
    ]);
  });

  it('of ICICI is read with its mark, a description of two lines, and rows that cannot be read', () => {
    expect(
      statementRows(ICICI).map((row) => [
        row.line,
        row.kind === 'credit' ? row.credit : row.kind === 'unreadable' ? row.message : row.kind,
      ]),
    ).toEqual([
      [
        5,
        {
          arrivedOn: '2025-04-05',
          text: 'UPI/509512345678/gift/asha@okicici /ICICI Bank',
          amount: 999_00,
          bankReference: null,
        },
      ],
      [6, '“31/02/2025” is not a date'],
      [7, '“10,00” is not an amount'],
      [8, 'not-money-in'],
    ]);
  });

  it('of Axis is read by semicolons', () => {
    expect(statementRows(AXIS).flatMap((row) => (row.kind === 'credit' ? [row.credit] : []))).toEqual([
      { arrivedOn: '2025-04-07', text: 'NEFT/AXMB/ASHA RAO', amount: 10_000_00, bankReference: null },
      { arrivedOn: '2025-04-07', text: 'By Clearing', amount: 5_00, bankReference: null },
    ]);
  });

  it('with one column of amounts is read by its direction', () => {
    const csv = 'Date,Particulars,Amount(INR),Dr / Cr\n01-04-2025,A,100.00,CR\n01-04-2025,B,200.00,DR\n';
    expect(statementRows(csv).map(({ kind }) => kind)).toEqual(['credit', 'not-money-in']);
  });

  it('is read with its columns in any order, and its separator in descriptions', () => {
    const credits = (csv: string) =>
      statementRows(csv).flatMap((row) => (row.kind === 'credit' ? [[row.text, row.credit.amount]] : []));
    expect(credits('Date,Amount,Narration,Dr/Cr\n01/04/25,5.00,A,CR')).toEqual([['A', 5_00]]);
    expect(credits('Date,Type,Narration,Amount\n01/04/25,Cr,A,5.00')).toEqual([['A', 5_00]]);
    expect(credits('Date,Narration,Credit (INR only)\n01/04/25,A,5.00')).toEqual([['A', 5_00]]);
    expect(credits('Date,Narration,Credit\n01/04/25,NEFT;ASHA;RAO,5.00')).toEqual([['NEFT;ASHA;RAO', 5_00]]);
  });

  it('has no money in where a row is short, where nothing is written or where it is a debit', () => {
    const kindsOf = (...rows: string[]) =>
      statementRows(['Date,Narration,Credit', ...rows].join('\n')).map(({ kind }) => kind);
    expect(kindsOf('01/04/25,A')).toEqual(['not-money-in']);
    const zeros = ['₹0.00', 'INR 0.00', 'Rs. 0', '0.00 Cr', '+0.0', '0,000.00'];
    for (const nothing of ['', '-', '–', '0', '00', '0.00', '.00', ...zeros]) {
      expect([nothing, ...kindsOf(`01/04/25,A,"${nothing}"`)]).toEqual([nothing, 'not-money-in']);
    }
    expect(kindsOf('01/04/25,A,5-', '01/04/25,A,-5.00')).toEqual(['unreadable', 'unreadable']);
    const [row] = statementRows('Date,Narration,Amount,Type\n01/04/25,A,5.00,Direct debit');
    expect(row!.kind).toBe('not-money-in');
  });

  it('has money in only where some came, whatever signs stand beside the amount', () => {
    const written = fc.tuple(
      fc.constantFrom('', '₹', 'INR ', 'Rs. ', '+'),
      fc.integer({ min: 0, max: 200 }),
      fc.constantFrom('', ' Cr', '(Cr.)'),
    );
    fc.assert(
      fc.property(written, fc.constantFrom('CR', 'DR'), ([sign, paise, mark], direction) => {
        const amount = `${sign}${(paise / 100).toFixed(2)}${mark}`;
        const [row] = statementRows(`Date,Narration,Amount,Type\n01/04/25,A,${amount},${direction}`);
        const came = direction === 'CR' && paise > 0;
        expect(row!.kind === 'credit' ? row!.credit.amount : row!.kind).toBe(came ? paise : 'not-money-in');
      }),
    );
  });

  it('shows what is written there without spaces too many, and no more than a screen can take', () => {
    const rowOf = (date: string, text: string, amount: string) =>
      statementRows(`Date,Narration,Credit\n${date},${text},${amount}`)[0]!;
    expect(rowOf('01/04/25', '" A   B "', '5').text).toBe('A B');
    expect(rowOf('01/04/25', 'A'.repeat(400), '5').text).toBe('A'.repeat(300));
    expect(rowOf('01/04/25', 'A', '7'.repeat(40))).toMatchObject({ message: `“${'7'.repeat(30)}” is not an amount` });
    expect(rowOf('9'.repeat(40), 'A', '5')).toMatchObject({ message: `“${'9'.repeat(30)}” is not a date` });
  });

  it('without its columns is refused, and the message names what is missing', () => {
    const messageOf = (csv: string) => {
      try {
        return statementRows(csv).length;
      } catch (error) {
        return error instanceof UnreadableStatement ? error.message : error;
      }
    };
    expect(messageOf('Date,Narration,Balance\n01/04/25,A,1')).toBe(
      'This is not a statement as the shop knows them: there is no column for money in (“Deposit Amt.” or “Credit”)',
    );
    expect(messageOf('Narration,Credit\nA,1')).toContain('its date');
    expect(messageOf('Date,Credit\n01/04/25,1')).toContain('its description');
    expect(messageOf('hello')).toBe(
      'This is not a statement as the shop knows them: there is no column for its date (“Date” or “Txn Date”), ' +
        'its description (“Narration” or “Description”), money in (“Deposit Amt.” or “Credit”)',
    );
    expect(messageOf('hello\nDate,Narration,Balance\n01/04/25,A,1')).toBe(messageOf('Date,Narration,Balance'));
    expect(messageOf('Date,Narration,Amount')).toBe(messageOf('Date,Narration,Balance'));
    expect(messageOf('Date,Narration,Dr/Cr')).toBe(messageOf('Date,Narration,Balance'));
    expect(messageOf('')).toContain('there is no column for anything');
    expect(messageOf(`Date,Narration,Credit${'\n'.repeat(10_000)}`)).toBe(9_999);
    expect(messageOf(`Date,Narration,Credit${'\n'.repeat(10_001)}`)).toContain('in parts');
    expect(new UnreadableStatement('').name).toBe('UnreadableStatement');
    expect(messageOf('\n')).toContain('there is no column');
    expect(messageOf('Date,Narration,Credit\n01/04/25,"A,1\n')).toContain('This is not a CSV file');
  });
});

describe('an amount', () => {
  it('is read to the paisa, with commas as Indians and others set them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000_00 }), fc.constantFrom('en-IN', 'en-US'), (paise, locale) => {
        const whole = Math.floor(paise / 100);
        const fraction = String(paise % 100).padStart(2, '0');
        expect(paiseOf(`${whole.toLocaleString(locale)}.${fraction}`)).toBe(paise);
        expect(paiseOf(`${whole}.${fraction}`)).toBe(paise);
      }),
    );
    expect(['₹ 500', 'Rs. 500.5', 'INR 5,000', '500.00 Cr', '+1.'].map(paiseOf)).toEqual([
      500_00, 500_50, 5_000_00, 500_00, 1_00,
    ]);
    expect(['₹500', 'Rs 500', '500Cr', '500 (Cr.)'].map(paiseOf)).toEqual([500_00, 500_00, 500_00, 500_00]);
  });

  it('is none where it could be another one', () => {
    for (const text of [
      '1.234,56',
      '12,34',
      '-5.00',
      '5.005',
      '1e5',
      'five',
      '5 000',
      '100.00 Dr',
      '10000000000.01',
      '5Rs00',
      '5+00',
      '5Cr00',
    ]) {
      expect([text, paiseOf(text)]).toEqual([text, undefined]);
    }
  });
});

describe('a date', () => {
  it('is the day that was written, in each way that banks write it', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.constantFrom('/', '-', '.'), (date, separator) => {
        const iso = date.toISOString().slice(0, 10);
        const [year, month, dayOfMonth] = iso.split('-') as [string, string, string];
        const name = date.toLocaleString('en', { month: 'short', timeZone: 'UTC' });
        for (const written of [
          iso,
          [dayOfMonth, month, year].join(separator),
          [Number(dayOfMonth), Number(month), year.slice(2)].join(separator),
          [dayOfMonth, name, year].join('-'),
          [Number(dayOfMonth), name.toUpperCase(), year.slice(2)].join(' '),
          `${[dayOfMonth, month, year].join(separator)} 10:11:12 AM`,
          `${iso}T10:11:12Z`,
          `${iso} 10:11:12.345`,
          `${[dayOfMonth, month, year].join(separator)}, 10:11pm`,
          `${Number(dayOfMonth)} ${name}, ${year}`,
          ` ${[dayOfMonth, date.toLocaleString('en', { month: 'long', timeZone: 'UTC' }), year].join('-')} `,
        ]) {
          expect([written, dayOf(written)]).toEqual([written, iso]);
        }
      }),
    );
  });

  it('is none that the calendar lacks, or that has its month first', () => {
    for (const text of ['', '31/02/2025', '29/02/2025', '04/30/2025', '1/2', '2025', '00/01/2025', '01-Foo-2025']) {
      expect([text, dayOf(text)]).toEqual([text, undefined]);
    }
    for (const text of ['130/04/2025', '30/04/2025x', 'x2025-04-30', '2025-04-30x', '30/04 10:11/2025']) {
      expect([text, dayOf(text)]).toEqual([text, undefined]);
    }
    expect(dayOf('29/02/2024')).toBe('2024-02-29');
  });
});

it('a bank reference is one that no other transfer has, without the zeros that banks fill up with', () => {
  expect(['0000509312345678', 'hdfcn52025040112345678', 'AXISCN0123456789'].map(bankReferenceOf)).toEqual([
    '509312345678',
    'HDFCN52025040112345678',
    'AXISCN0123456789',
  ]);
  for (const text of [
    '',
    '-',
    '0',
    '123456',
    '000000000000',
    'TRANSFER FROM 3199419044303',
    'NEFTTRANSFER',
    'TRANSFER12345',
    '12345678901234567890123',
  ]) {
    expect([text, bankReferenceOf(text)]).toEqual([text, null]);
  }
});
