import { createPublicKey, createSign, createVerify, type KeyLike } from 'node:crypto'

/**
 * The sandbox's own reading of FPX's wire format. It repeats on purpose what the client beside it knows: a shared
 * module would share its mistakes, and both sides would agree on them.
 */
export type Fields = Record<string, string>

const prefixed = (names: string) => names.split(' ').map((name) => `fpx_${name}`)

export const AR = prefixed(
  'buyerAccNo buyerBankBranch buyerBankId buyerEmail buyerIban buyerId buyerName makerName msgToken msgType productDesc ' +
    'sellerBankCode sellerExId sellerExOrderNo sellerId sellerOrderNo sellerTxnTime txnAmount txnCurrency version',
)
export const AC = prefixed(
  'buyerBankBranch buyerBankId buyerIban buyerId buyerName creditAuthCode creditAuthNo debitAuthCode debitAuthNo ' +
    'fpxTxnId fpxTxnTime makerName msgToken msgType sellerExId sellerExOrderNo sellerId sellerOrderNo sellerTxnTime ' +
    'txnAmount txnCurrency',
)
export const BE = prefixed('msgToken msgType sellerExId version')
export const BC = prefixed('bankList msgToken msgType sellerExId')

/** Blanks included, between pipes. */
export function source(list: readonly string[], fields: Fields): string {
  return list.map((name) => fields[name] ?? '').join('|')
}

export function signature(text: string, key: KeyLike, algorithm = 'RSA-SHA1'): string {
  return createSign(algorithm).update(text).sign(key).toString('hex').toUpperCase()
}

/** 512 hex characters of either case. */
export function isGenuine(list: readonly string[], fields: Fields, certificate: string): boolean {
  const checksum = fields.fpx_checkSum ?? ''
  if (!/^[0-9a-f]{512}$/i.test(checksum)) return false
  const verifier = createVerify('RSA-SHA1').update(source(list, fields))
  return verifier.verify(createPublicKey(certificate), Buffer.from(checksum, 'hex'))
}

/** `name=value&…`, blanks as `name=`, spaces as `+`. */
export function encode(fields: Fields): string {
  return new URLSearchParams(fields).toString()
}

/** Null for another content type, an oversized body or a key sent twice. */
export async function decode(request: Request): Promise<Fields | null> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') return null
  const text = await request.text()
  if (text.length > 16_384) return null
  const pairs = [...new URLSearchParams(text)]
  const fields = Object.fromEntries(pairs)
  return Object.keys(fields).length === pairs.length ? fields : null
}

/** `YYYYMMDDHHmmss` in Malaysia. */
export function malaysianTime(epoch: number): string {
  return new Date(epoch + 8 * 3_600_000).toISOString().replace(/[-:T]/g, '').slice(0, 14)
}

/** Epoch milliseconds; NaN for another form. */
export function fromMalaysianTime(text: string): number {
  if (!/^\d{14}$/.test(text)) return Number.NaN
  const part = (from: number, to: number) => Number(text.slice(from, to))
  return Date.UTC(part(0, 4), part(4, 6) - 1, part(6, 8), part(8, 10) - 8, part(10, 12), part(12, 14))
}
