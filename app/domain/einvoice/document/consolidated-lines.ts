import { consolidated } from '../codes/classifications.ts'
import { hundredths, sum } from './amounts.ts'
import type { DocumentLine, LineTax } from './document.ts'
import { lineBlock } from './line-block.ts'

/** A receipt that goes into a consolidated document: what was paid in it, for each kind of tax. */
export interface PooledReceipt {
  number: string
  taxes: readonly LineTax[]
}

/** One that does not, and why: cancelled, reported on its own, not reportable. */
export interface ExcludedReceipt {
  number: string
  reason: string
}

export interface Consolidation {
  /** The lines of each document. */
  documents: DocumentLine[][]
  excluded: readonly ExcludedReceipt[]
  /** Before tax, and the tax: what the receipts say and what the lines say is the same. */
  netSen: number
  taxSen: number
}

export const mostLinesOfDocument = 100
/** The portal takes 300 kB of a document; in Base64, which is a third longer, and beside its head and its signature. */
const mostBytesOfLines = 200_000
/** Two numbers and what is between them fit into a description of 300 characters. */
const longestNumber = 140

/**
 * Receipts as lines of consolidated documents: one for each unbroken run of numbers, `R001 - R050`, since LHDN wants a gap to
 * begin a line. A receipt that is excluded makes a gap. Receipts may come in any order; a number that is there twice, or
 * pooled and excluded, is refused (RangeError).
 */
export function consolidateReceipts(
  receipts: readonly PooledReceipt[],
  excluded: readonly ExcludedReceipt[] = [],
): Consolidation {
  refuseTwins([...receipts, ...excluded])
  const lines = runsOf(receipts).map(lineOf)
  const taxes = receipts.flatMap((receipt) => receipt.taxes)
  return {
    documents: split(lines),
    excluded,
    netSen: sum(taxes.map(({ taxableSen }) => taxableSen)),
    taxSen: sum(taxes.map(({ taxSen }) => taxSen)),
  }
}

function refuseTwins(receipts: readonly { number: string }[]): void {
  const seen = new Set<string>()
  for (const { number } of receipts) {
    if (seen.has(number)) throw new RangeError(`a receipt twice: ${number}`)
    if (number.length > longestNumber)
      throw new RangeError(`a receipt number that is too long: ${number.length}`)
    seen.add(number)
  }
}

/** What stands before the last digits of a number, and these: `RCP-26-0007` is `RCP-26-` and 7. */
interface Numbered extends PooledReceipt {
  series: string
  no: number
  width: number
}

function numbered(receipt: PooledReceipt): Numbered {
  const [, series = receipt.number, digits = ''] = /^(.*?)(\d{1,15})$/s.exec(receipt.number) ?? []
  return { ...receipt, series, no: digits ? Number(digits) : Number.NaN, width: digits.length }
}

/** Neighbours: `R099` and `R100`, `R999` and `R1000`; not `R9` and `R010`. */
function follows(one: Numbered, before: Numbered): boolean {
  const grown = one.width === before.width + 1 && one.no === 10 ** before.width
  return one.series === before.series && one.no === before.no + 1 && (one.width === before.width || grown)
}

function runsOf(receipts: readonly PooledReceipt[]): Numbered[][] {
  const sorted = receipts
    .map(numbered)
    .toSorted((a, b) => compare(a.series, b.series) || a.no - b.no || a.width - b.width)
  const runs: Numbered[][] = []
  for (const receipt of sorted) {
    const run = runs.at(-1)
    if (run && follows(receipt, run.at(-1)!)) run.push(receipt)
    else runs.push([receipt])
  }
  return runs
}

/** By their characters, in every language alike. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function lineOf(run: readonly Numbered[]): DocumentLine {
  const [first, last] = [run[0]!.number, run.at(-1)!.number]
  const taxes = taxesOf(run)
  const amountSen = sum(taxes.map(({ taxableSen }) => taxableSen))
  return {
    description: first === last ? first : `${first} - ${last}`,
    classifications: [consolidated],
    quantityHundredths: 100,
    ...{ priceSen: amountSen, subTotalSen: amountSen, amountSen, taxes },
  }
}

/** Added up for each kind, rate and reason. */
function taxesOf(receipts: readonly PooledReceipt[]): LineTax[] {
  const kinds = Map.groupBy(
    receipts.flatMap(({ taxes }) => taxes),
    ({ type, rateBp, exemption = '' }) => `${type} ${rateBp} ${exemption}`,
  )
  return [...kinds.values()].map((taxes) => ({
    ...taxes[0]!,
    taxableSen: sum(taxes.map(({ taxableSen }) => taxableSen)),
    taxSen: sum(taxes.map(({ taxSen }) => taxSen)),
  }))
}

/** At most a hundred lines in a document, and no more bytes than the portal takes. */
function split(lines: readonly DocumentLine[]): DocumentLine[][] {
  const documents: DocumentLine[][] = []
  let bytes = 0
  for (const line of lines) {
    const own = bytesOf(line)
    const last = documents.at(-1)
    if (last && last.length < mostLinesOfDocument && bytes + own <= mostBytesOfLines) {
      last.push(line)
      bytes += own
    } else {
      documents.push([line])
      bytes = own
    }
  }
  return documents
}

/** Of a line as it is written, in ringgit. */
function bytesOf(line: DocumentLine): number {
  const money = (sen: number) => [{ _: hundredths(sen), currencyID: 'MYR' }]
  return Buffer.byteLength(JSON.stringify(lineBlock(line, 100, money)))
}
