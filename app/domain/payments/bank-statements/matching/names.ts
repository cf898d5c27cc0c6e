/** Words that do not distinguish people: son of, daughter of, titles. */
const titles = new Set(
  'BIN BINTI BT BTE BINTE B AL AP SO DO EN ENCIK PN PUAN CIK TUAN HJ HAJI HJH HAJJAH DR PROF DATO DATUK MR MRS MS'.split(
    ' ',
  ),
)
/** Abbreviations of common names. */
const alike: Readonly<Record<string, string>> = Object.fromEntries(
  'MUHAMMAD MOHAMMAD MOHAMED MOHAMAD MUHAMAD MUHAMED MOHD MUHD MOH MD'
    .split(' ')
    .map((name) => [name, 'MUHD']),
)

/**
 * Words that banks and wallets write about a transfer, whoever sends it. A name with one of them is not a person's. Words
 * that are also names in Malaysia (Pay, Wang, Islam, Dana, Hong Leong) are missing on purpose.
 */
const bankWords = new Set(
  [
    'TRANSFER TRANSFERS TRANSFERRED TRF TRFR TFR TSF TRSF TRX TXN TXFER XFER PINDAHAN PINDAH FUND FUNDS',
    'RECEIVED RECEIVE RECEIPT RESIT TERIMA DITERIMA INCOMING INWARD OUTGOING OUTWARD REMITTANCE TELEGRAPHIC',
    'PAYMENT PAYMENTS PYMT BAYARAN PEMBAYARAN BAYAR PAID CREDIT CREDITED KREDIT DEBIT DEBITED DEPOSIT DEPOSITS',
    'INSTANT INTERBANK INTRABANK GIRO IBG IBFT RENTAS SWIFT NEFT DUITNOW DUITNOWQR QR QRPAY FPX JOMPAY AUTOPAY',
    'BANK BANKING EBANKING MAYBANK MAYBANK2U M2U M2E CIMB CIMBCLICKS RHB AMBANK AMONLINE AFFINBANK HSBC UOB OCBC BSN',
    'BIMB EWALLET WALLET TNG TOUCHNGO GRABPAY SHOPEEPAY BIGPAY ONLINE MOBILE ATM CDM CASH TUNAI CHEQUE CHQ CEK',
    'REVERSAL REFUND ADJUSTMENT CHARGE CHARGES CAJ COMMISSION INTEREST DIVIDEND CLEARING STANDING INSTRUCTION',
    'ACCOUNT AKAUN ACC ACCT REFERENCE RUJUKAN REF INVOICE INVOIS INV STATEMENT BENEFICIARY RECIPIENT PENERIMA SENDER',
    'PENGIRIM CUSTOMER PELANGGAN SALARY GAJI YURAN FEE FEES UNKNOWN NIL NULL',
  ]
    .join(' ')
    .split(' '),
)

/** The distinguishing words of a name, normalised. */
function nameWords(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase()
    .replace(/\b([ASD])\/([LPO])\b/g, '$1$2')
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !titles.has(word))
    .map((word) => alike[word] ?? word)
}

/** A name as a family, the office or a bank wrote it, and the family that it would identify. */
export interface Person {
  family: string
  name: string
  who: 'payer' | 'parent' | 'child' | 'paid_before'
  /**
   * The office has confirmed it, or the bank wrote it on a payment of this family. Only such names are evidence; the others
   * only make the same name of another family ambiguous.
   */
  proven: boolean
}

interface KnownName extends Person {
  words: readonly string[]
}

/** Names by their first two words, and the families of each full name. */
export interface Names {
  byStart: ReadonlyMap<string, readonly KnownName[]>
  families: ReadonlyMap<string, ReadonlySet<string>>
}

const joinWords = (words: readonly string[]) => words.join(' ')

/**
 * Indexes the names of all families of an organisation. `own`: the names of the organisation itself and its branches, which
 * stand on lines of everybody and therefore identify nobody.
 */
export function indexNames(people: readonly Person[], own: readonly string[] = []): Names {
  const byStart = new Map<string, KnownName[]>()
  const families = new Map<string, Set<string>>()
  const ownNames = own.map(nameWords).filter(({ length }) => length >= 2)
  for (const person of people) {
    const words = nameWords(person.name)
    if (words.length < 2) continue
    const whole = joinWords(words)
    families.set(whole, (families.get(whole) ?? new Set()).add(person.family))
    if (!person.proven || !identifies(person, words, ownNames)) continue
    const start = joinWords(words.slice(0, 2))
    // Pushed to, not copied, since many names begin alike.
    const others = byStart.get(start)
    if (others) others.push({ ...person, words })
    else byStart.set(start, [{ ...person, words }])
  }
  return { byStart, families }
}

/** Whether a name can identify its bearer, unlike words of banks, the organisation's own name, and numbers of documents. */
function identifies({ who }: Person, words: readonly string[], ownNames: readonly string[][]): boolean {
  if (words.some((word) => bankWords.has(word))) return false
  // Names of companies have digits, such as a year; those of people have none.
  if (words.some((word) => (who === 'paid_before' ? /\d{5}/ : /\d/).test(word))) return false
  const text = ` ${joinWords(words)} `
  return !ownNames.some((own) => {
    const ownText = ` ${joinWords(own)} `
    return ownText.includes(text) || text.includes(ownText)
  })
}

export interface FoundName extends KnownName {
  /** The complete name occurs. */
  all: boolean
  /** It is complete, has at least three words and is unique to one family. */
  whole: boolean
}

/**
 * Proven names that occur in a text. In the payer's `field` the text must be the name and nothing more, or its beginning
 * where the bank had no room for the rest; in free text it must occur completely.
 */
export function namesIn(text: string, { byStart, families }: Names, field: 'payer' | 'free'): FoundName[] {
  const words = nameWords(text)
  const found: FoundName[] = []
  for (let from = 0; from + 1 < words.length && (field === 'free' || from === 0); from++)
    for (const known of byStart.get(joinWords(words.slice(from, from + 2))) ?? []) {
      const here = words.slice(from, field === 'free' ? from + known.words.length : undefined)
      const all =
        here.length === known.words.length && here.every((word, index) => word === known.words[index])
      if (!all && !(field === 'payer' && isBeginning(here, known.words))) continue
      const only = families.get(joinWords(known.words))?.size === 1
      found.push({ ...known, all, whole: all && only && known.words.length >= 3 })
    }
  return found
}

/** Whether the words are the beginning of a name, whose last word may be cut. */
const isBeginning = (words: readonly string[], name: readonly string[]) =>
  words.length <= name.length &&
  words.every((word, index) =>
    index === words.length - 1 ? name[index]!.startsWith(word) : word === name[index],
  )
