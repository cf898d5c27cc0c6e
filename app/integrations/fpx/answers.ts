import { parseAmount } from './amount.ts'
import { type BodyFault, readBody } from './body.ts'
import { type ChecksumFault, verify } from './checksum.ts'
import type { FpxConfig } from './config.ts'
import {
  AC_FIELDS,
  type AcFields,
  type ArField,
  BC_FIELDS,
  CHECKSUM,
  MODEL_TOKENS,
  type Model,
  modelOf,
  sourceString,
} from './fields.ts'
import { parseTime } from './time.ts'

/** The content of an AC message (FPX's authorisation confirmation), from FPX's server, the browser, or an enquiry. */
export interface Ac {
  /** Null for a token that is neither B2C nor B2B1. */
  model: Model | null
  /** FPX's own id, 16 digits so far; blank when FPX made no transaction (e.g. code `76`). */
  txn_id: string
  txn_at: Date | null
  exchange_id: string
  /** Identifies the attempt. */
  exchange_order_no: string
  seller_id: string
  order_no: string
  /** Null when the amount is blank or malformed, and then never equal to that of an attempt. */
  amount_sen: number | null
  currency: string
  bank_code: string
  /** As the bank writes it. */
  bank_name: string
  /** The account holder at the bank, not the name that was sent: do not compare it; it is personal data. */
  buyer_name: string
  /** The corporate maker; personal data too. */
  maker_name: string
  /** See `meaningOf`. */
  debit_code: string
  debit_no: string
  credit_code: string
  credit_no: string
  /** Every value as it was signed. */
  fields: AcFields
}

export type AcFault = BodyFault | 'not_ac' | ChecksumFault

export type AcResult =
  | { ok: true; ac: Ac; fingerprint: string }
  /** `claims`: the order number in the unverified message, only for the log. */
  | { ok: false; reason: AcFault; claims: string | null }

type Verifier = Pick<FpxConfig, 'certificates'>

/**
 * Verifies an AC from the raw bytes (or text) of a request or reply body. `ok` says only that FPX signed it: `differences` says
 * whether it is the answer to an attempt, and `meaningOf` what it means. Never throws.
 */
export function verifyAc(config: Verifier, rawBody: string | Uint8Array, now = new Date()): AcResult {
  const body = readBody(rawBody, AC_FIELDS)
  if (!body.ok)
    return { ok: false, reason: body.reason, claims: plausibleOrderNo(body.sent.get('fpx_sellerExOrderNo')) }

  const { fields } = body
  const claims = plausibleOrderNo(fields.fpx_sellerExOrderNo)
  if (fields.fpx_msgType !== 'AC') return { ok: false, reason: 'not_ac', claims }

  const verified = verify(sourceString(AC_FIELDS, fields), fields[CHECKSUM], config.certificates, now)
  if (!verified.ok) return { ok: false, reason: verified.reason, claims }
  return { ok: true, ac: readAc(fields), fingerprint: verified.fingerprint }
}

/** Reads a stored message, which was verified when it came; null when it cannot be read. */
export function readStored(body: Uint8Array): Ac | null {
  const read = readBody(body, AC_FIELDS)
  return read.ok ? readAc(read.fields) : null
}

const ECHOED = [
  'fpx_msgToken',
  'fpx_sellerExId',
  'fpx_sellerExOrderNo',
  'fpx_sellerId',
  'fpx_sellerOrderNo',
  'fpx_sellerTxnTime',
  'fpx_txnAmount',
  'fpx_txnCurrency',
] as const satisfies readonly ArField[]

export type Difference = (typeof ECHOED)[number] | 'fpx_fpxTxnId'

/**
 * The fields in which a verified AC differs from the stored AR; empty when it is its answer. A payment with a difference goes to
 * review and is never posted automatically. The bank is not compared (the payer may change it), nor the names. A success without
 * FPX's transaction id differs too, because that id prevents a second posting.
 */
export function differences(ac: Ac, stored: Readonly<Record<string, string>>): Difference[] {
  const echoed: Difference[] = ECHOED.filter((field) => ac.fields[field] !== stored[field])
  return isWithoutId(ac) ? [...echoed, 'fpx_fpxTxnId'] : echoed
}

export function isWithoutId(ac: Pick<Ac, 'debit_code' | 'txn_id'>): boolean {
  return ac.debit_code === '00' && ac.txn_id.trim() === ''
}

export type BankStatus = { code: string; online: boolean }

export type BcResult =
  | { ok: true; banks: BankStatus[]; fingerprint: string }
  | { ok: false; reason: BodyFault | ChecksumFault | 'not_bc' }

/** The reply to a BE for `model`. Never throws. */
export function verifyBc(
  config: Verifier & Pick<FpxConfig, 'exchangeId'>,
  model: Model,
  rawBody: string | Uint8Array,
  now = new Date(),
): BcResult {
  const body = readBody(rawBody, BC_FIELDS)
  if (!body.ok) return { ok: false, reason: body.reason }
  const { fields } = body
  const asked =
    fields.fpx_msgType === 'BC' &&
    fields.fpx_msgToken === MODEL_TOKENS[model] &&
    fields.fpx_sellerExId === config.exchangeId
  if (!asked) return { ok: false, reason: 'not_bc' }

  const verified = verify(sourceString(BC_FIELDS, fields), fields[CHECKSUM], config.certificates, now)
  if (!verified.ok) return verified
  return { ok: true, banks: readBanks(fields.fpx_bankList), fingerprint: verified.fingerprint }
}

/** `CODE~A` is up; `B`, and anything that FPX may invent, is not. */
function readBanks(list: string): BankStatus[] {
  return list
    .split(',')
    .map((entry) => entry.trim().split('~'))
    .flatMap(([code, status]) => (code ? [{ code, online: status === 'A' }] : []))
}

function readAc(fields: AcFields): Ac {
  return {
    model: modelOf(fields.fpx_msgToken),
    txn_id: fields.fpx_fpxTxnId,
    txn_at: parseTime(fields.fpx_fpxTxnTime),
    exchange_id: fields.fpx_sellerExId,
    exchange_order_no: fields.fpx_sellerExOrderNo,
    seller_id: fields.fpx_sellerId,
    order_no: fields.fpx_sellerOrderNo,
    amount_sen: parseAmount(fields.fpx_txnAmount),
    currency: fields.fpx_txnCurrency,
    bank_code: fields.fpx_buyerBankId,
    bank_name: fields.fpx_buyerBankBranch,
    buyer_name: fields.fpx_buyerName,
    maker_name: fields.fpx_makerName,
    debit_code: fields.fpx_debitAuthCode,
    debit_no: fields.fpx_debitAuthNo,
    credit_code: fields.fpx_creditAuthCode,
    credit_no: fields.fpx_creditAuthNo,
    fields,
  }
}

function plausibleOrderNo(number: string | undefined): string | null {
  return number && /^[A-Za-z0-9-]{1,40}$/.test(number) ? number : null
}
