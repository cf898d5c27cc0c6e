import { plainWords } from '#app/domain/core/spreadsheets/cells.ts'

/** Words of a row that states a balance. */
export const opening =
  /\b(opening|beginning|brought forward|b\s?\/?\s?f|baki (awal|permulaan|mula|dibawa ke hadapan))\b/i
export const closing = /\b(closing|ending|carried forward|c\s?\/?\s?f|baki (akhir|penutup))\b/i

const total = /\b(sub|grand)?[ -]?(totals?|jumlah)\b/i
const balance = /\b(balances?|baki|[bc]\s?\/?\s?[fd])\b/i

/** All the words of which banks make the labels of sums and balances, in both languages. */
const labelWords = new Set(
  `total totals subtotal sub grand jumlah besar keseluruhan kecil sum of the for all and dan bagi amount amounts amaun
  debit debits credit credits kredit dr cr deposit deposits withdrawal withdrawals masuk keluar wang money in out
  transaction transactions transaksi count number no bil rm myr opening beginning closing ending end balance balances
  baki brought carried forward bf cf b c d f awal akhir permulaan mula penutup dibawa ke hadapan previous last
  available current ledger statement as at on pada per this page muka surat account akaun month bulan`.split(
    /\s+/,
  ),
)

interface SumRow {
  /** Texts of the row that are neither a date nor an amount. */
  words: string
  isDated: boolean
  /** Money in and money out are both filled in. */
  bothSides: boolean
  /** Each amount of the row is the sum of those above it. */
  isSumAbove: boolean
  /** The amount of the row is its balance, or it has none. */
  isBalance: boolean
}

/**
 * Whether a row with an amount is a sum or a balance, in whichever column its label stands. A movement may have such words,
 * too (`TOTAL TUITION SDN BHD`): what has a date is a sum only where the amounts say so as well.
 */
export function isSumOrBalance({ words, isDated, bothSides, isSumAbove, isBalance }: SumRow): boolean {
  const isLabel = plainWords(words)
    .split(' ')
    .every((word) => /^\d*$/.test(word) || labelWords.has(word))
  const isTotal = total.test(words)
  const statesBalance = isLabel && (opening.test(words) || closing.test(words))
  if (isDated) return (isTotal && (bothSides || (isLabel && isSumAbove))) || (statesBalance && isBalance)
  if (words === '') return isSumAbove
  return statesBalance || ((isTotal || balance.test(words)) && (isLabel || bothSides || isSumAbove))
}

/** The bank's own text below the movements. */
export const footer =
  /^\W*(end of|tamat|page\b|muka surat|this (statement|is|document)|penyata ini|computer.?generated|cetakan komputer|notes?\b|nota\b|disclaimer|\*{2,}|={3,}|-{3,})/i
