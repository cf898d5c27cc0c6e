import { plainRinggit } from '#app/domain/core/money.ts'

/** Files of postings; the source of each format is in docs/features/archives.md. */
export const shapes = ['plain', 'sql-account', 'autocount'] as const
export type Shape = (typeof shapes)[number]

export const isShape = (text: string | undefined): text is Shape => shapes.some((shape) => shape === text)

/** A stored line. `month`: `2026-01`. */
export interface StoredLine {
  entry: number
  kind: string
  posted_on: string
  reference: string | null
  party: string | null
  reverses: boolean
  code: string
  sen: number
}

interface Head {
  /** `2026-01` */
  month: string
  /** 1 for the first export of the month. */
  position: number
}

/** What each shape writes. The words are the accounting packages' own, so no language changes a file. */
interface Writer {
  extension: string
  head: string
  /** An entry with its lines. */
  entry(no: string, lines: readonly StoredLine[]): string
}

/** The most letters of a description in SQL Account. */
const longest = 150

/**
 * Text without what the packages take for something else: line breaks and control characters are spaces, and what a
 * spreadsheet would take for a formula begins with an apostrophe.
 */
function plain(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return /^[=+\-@＝＋－＠]/.test(line) ? `'${line}` : line
}

/** Whole characters only. */
const cut = (text: string) => [...text].slice(0, longest).join('')

const quoted = (text: string) => (/[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const csvLine = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`

/** SQL Text Import splits at each semicolon and knows no quotes, so neither is in a text. */
const sqlLine = (cells: readonly string[]) =>
  `${cells.map((cell) => cell.replaceAll(';', ',').replaceAll('"', "'")).join(';')}\r\n`

const debit = ({ sen }: StoredLine) => (sen > 0 ? plainRinggit(sen) : '0.00')
const credit = ({ sen }: StoredLine) => (sen < 0 ? plainRinggit(-sen) : '0.00')

/** `31/01/2026`, as both packages read a date on a Malaysian machine. */
const dayFirst = (on: string) => on.split('-').reverse().join('/')

const kindWords: Readonly<Record<string, string>> = {
  invoice: 'Invoice',
  invoice_amended: 'Invoice amended',
  invoice_cancelled: 'Invoice cancelled',
  credit_note: 'Credit note',
  write_off: 'Write-off',
  note_reversed: 'Credit note reversed',
  payment: 'Payment',
  rounding: 'Cash rounding',
  credit_used: 'Credit applied',
  credit_moved: 'Credit transferred',
  payment_reversed: 'Payment cancelled',
  payment_refunded: 'Payment refunded',
  credit_returned: 'Credit refunded',
  credit_refund: 'Refund of credit',
  gift_returned: 'Donation returned',
  fund_move: 'Fund transaction',
  payout: 'FPX payout',
}

/** `Reversal of invoice INV-26-000001, Aminah binti Ali`. */
function describe({ kind, reference, party, reverses }: StoredLine): string {
  const word = kindWords[kind] ?? kind
  const what = [reverses ? `Reversal: ${word}` : word, reference].filter(Boolean).join(' ')
  return cut(plain([what, party].filter(Boolean).join(', ')))
}

const writers: Readonly<Record<Shape, Writer>> = {
  plain: {
    extension: 'csv',
    head: `\uFEFF${csvLine(['Entry', 'Date', 'Kind', 'Reference', 'Name', 'Account', 'Debit', 'Credit'])}`,
    entry: (no, lines) =>
      lines
        .map((line) =>
          csvLine([
            ...[
              no,
              line.posted_on,
              `${line.reverses ? 'Reversal: ' : ''}${kindWords[line.kind] ?? line.kind}`,
            ],
            ...[plain(line.reference ?? ''), plain(line.party ?? ''), line.code, debit(line), credit(line)],
          ]),
        )
        .join(''),
  },
  'sql-account': {
    extension: 'csv',
    head:
      sqlLine(['MASTER', 'DOCNO', 'DOCDATE', 'POSTDATE', 'DESCRIPTION', 'CANCELLED', '']) +
      sqlLine(['DETAIL', 'DOCNO', 'CODE', 'DESCRIPTION', 'PROJECT', 'DR', 'CR', '']),
    entry(no, lines) {
      const [{ posted_on }] = lines as [StoredLine]
      const on = dayFirst(posted_on)
      return [
        sqlLine(['MASTER', no, on, on, describe(lines[0]!), 'F', '']),
        ...lines.map((line) =>
          sqlLine(['DETAIL', no, line.code, describe(line), '----', debit(line), credit(line), '']),
        ),
      ].join('')
    },
  },
  autocount: {
    extension: 'csv',
    head: `\uFEFF${csvLine([
      ...['DocNo', 'DocDate', 'JournalType', 'Description', 'CurrencyCode', 'CurrencyRate'],
      ...['AccNo', 'DetailDescription', 'ProjNo', 'DeptNo', 'DR', 'CR'],
    ])}`,
    entry: (no, lines) =>
      lines
        .map((line) =>
          csvLine([
            ...[no, dayFirst(line.posted_on), 'GENERAL', describe(lines[0]!), 'MYR', '1'],
            ...[line.code, describe(line), '', '', debit(line), credit(line)],
          ]),
        )
        .join(''),
  },
}

/** `LN2601A-00001`: the month, a letter for each of its exports, and the entry: at most 20 letters, as SQL Account has it. */
const entryNo = ({ month, position }: Head, entry: number) =>
  `LN${month.slice(2, 4)}${month.slice(5)}${String.fromCharCode(64 + position)}-${String(entry).padStart(5, '0')}`

export const fileNameOf = (shape: Shape, { month, position }: Head) =>
  `postings-${month}${position > 1 ? `-difference-${position}` : ''}-${shape}.${writers[shape].extension}`

/**
 * The file of an export, some entries at a time: always the same bytes for the same lines, in whatever language it is read.
 * `chunks`: stored lines in their order; an entry may go on in the next chunk.
 */
export async function* fileOf(
  shape: Shape,
  head: Head,
  chunks: AsyncIterable<readonly StoredLine[]>,
): AsyncGenerator<Uint8Array> {
  const writer = writers[shape]
  let text = writer.head
  let open: StoredLine[] = []
  const close = () => {
    const [first] = open
    if (first) text += writer.entry(entryNo(head, first.entry), open)
    open = []
  }
  for await (const lines of chunks) {
    for (const line of lines) {
      if (open[0] && open[0].entry !== line.entry) close()
      open.push(line)
    }
    yield Buffer.from(text)
    text = ''
  }
  close()
  yield Buffer.from(text)
}
