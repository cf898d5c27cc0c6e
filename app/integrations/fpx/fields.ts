/** FPX knows three models; the product uses the two that a browser can start. */
export type Model = 'B2C' | 'B2B1'

/** The values of `fpx_msgToken`. */
export const MODEL_TOKENS = { B2C: '01', B2B1: '02' } as const satisfies Record<Model, string>

/**
 * The signed fields of each message, in the order of its checksum: by field name in ASCII order.
 * The lists are fixed on purpose. "Whatever arrived, sorted" would sign extras that FPX leaves out
 * and skip blanks that it keeps.
 */
export const AR_FIELDS = [
  'fpx_buyerAccNo',
  'fpx_buyerBankBranch',
  'fpx_buyerBankId',
  'fpx_buyerEmail',
  'fpx_buyerIban',
  'fpx_buyerId',
  'fpx_buyerName',
  'fpx_makerName',
  'fpx_msgToken',
  'fpx_msgType',
  'fpx_productDesc',
  'fpx_sellerBankCode',
  'fpx_sellerExId',
  'fpx_sellerExOrderNo',
  'fpx_sellerId',
  'fpx_sellerOrderNo',
  'fpx_sellerTxnTime',
  'fpx_txnAmount',
  'fpx_txnCurrency',
  'fpx_version',
] as const

export const AC_FIELDS = [
  'fpx_buyerBankBranch',
  'fpx_buyerBankId',
  'fpx_buyerIban',
  'fpx_buyerId',
  'fpx_buyerName',
  'fpx_creditAuthCode',
  'fpx_creditAuthNo',
  'fpx_debitAuthCode',
  'fpx_debitAuthNo',
  'fpx_fpxTxnId',
  'fpx_fpxTxnTime',
  'fpx_makerName',
  'fpx_msgToken',
  'fpx_msgType',
  'fpx_sellerExId',
  'fpx_sellerExOrderNo',
  'fpx_sellerId',
  'fpx_sellerOrderNo',
  'fpx_sellerTxnTime',
  'fpx_txnAmount',
  'fpx_txnCurrency',
] as const

export const BE_FIELDS = ['fpx_msgToken', 'fpx_msgType', 'fpx_sellerExId', 'fpx_version'] as const

export const BC_FIELDS = ['fpx_bankList', 'fpx_msgToken', 'fpx_msgType', 'fpx_sellerExId'] as const

export const CHECKSUM = 'fpx_checkSum'

export type Signed<Field extends string> = Record<Field | typeof CHECKSUM, string>
export type ArField = (typeof AR_FIELDS)[number]
export type AcField = (typeof AC_FIELDS)[number]
export type ArFields = Signed<ArField>
export type AcFields = Signed<AcField>
export type BeFields = Signed<(typeof BE_FIELDS)[number]>

/** In the list's order, joined with `|`. A blank stays between its pipes; an absent value is a bug and throws. */
export function sourceString<Field extends string>(
  fields: readonly Field[],
  values: Readonly<Record<Field, string>>,
): string {
  return fields
    .map((field) => {
      const value: string | undefined = values[field]
      if (value === undefined) throw new TypeError(`${field} is absent; a blank field is an empty string`)
      return value
    })
    .join('|')
}

/** Null for a token that the product does not use. */
export function modelOf(token: string): Model | null {
  if (token === MODEL_TOKENS.B2C) return 'B2C'
  if (token === MODEL_TOKENS.B2B1) return 'B2B1'
  return null
}
