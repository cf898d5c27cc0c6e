import { formatAmount } from './amount.ts'
import { sign } from './checksum.ts'
import type { FpxConfig } from './config.ts'
import {
  AR_FIELDS,
  type ArField,
  type ArFields,
  BE_FIELDS,
  type BeFields,
  CHECKSUM,
  MODEL_TOKENS,
  type Model,
  sourceString,
} from './fields.ts'
import { buyerEmail, buyerName, description, orderNo } from './text.ts'
import { formatTime } from './time.ts'

const VERSION = '7.0'

type Signer = Pick<FpxConfig, 'exchangeId' | 'sellerBankCode' | 'privateKey'>

export interface Authorization {
  model: Model
  /** The school's `SE########`; one exchange carries many. */
  seller_id: string
  /**
   * Ours, `[A-Z0-9-]{1,20}`, never used before in the whole exchange. One attempt = one number:
   * a second use answers `XN`. It is what callbacks are matched by.
   */
  exchange_order_no: string
  /** Shown to the payer, `[A-Z0-9-]{1,20}`, never used before with this seller (`45`): not the bare invoice number. */
  order_no: string
  /** Whole sen, the payer's fee included; see `limitRefusal`. */
  amount_sen: number
  /** A code of this model's bank list. */
  bank_code: string
  /** Cut and cleaned for FPX here; null or unusable becomes blank. FPX writes to the address. */
  buyer_email: string | null
  buyer_name: string | null
  description: string
  at: Date
}

/**
 * To be stored with the attempt *before* the browser posts them to `fpxUrl(config, 'authorize')`: an enquiry must
 * repeat exactly these values. Throws for what only a bug can cause (ids, order numbers, bank code, amount out of
 * form).
 */
export function buildAr(config: Signer, payment: Authorization): ArFields {
  const values: Record<ArField, string> = {
    fpx_msgType: 'AR',
    fpx_msgToken: MODEL_TOKENS[payment.model],
    fpx_sellerExId: matching(/^EX\d{8}$/, config.exchangeId),
    fpx_sellerExOrderNo: orderNo(payment.exchange_order_no),
    fpx_sellerTxnTime: formatTime(payment.at),
    fpx_sellerOrderNo: orderNo(payment.order_no),
    fpx_sellerId: matching(/^SE\d{8}$/, payment.seller_id),
    fpx_sellerBankCode: config.sellerBankCode,
    fpx_txnCurrency: 'MYR',
    fpx_txnAmount: formatAmount(payment.amount_sen),
    fpx_buyerEmail: buyerEmail(payment.buyer_email),
    fpx_buyerName: buyerName(payment.buyer_name),
    fpx_buyerBankId: matching(/^[A-Z0-9]{1,10}$/, payment.bank_code),
    fpx_buyerBankBranch: '',
    fpx_buyerAccNo: '',
    fpx_buyerId: '',
    fpx_makerName: '',
    fpx_buyerIban: '',
    fpx_productDesc: description(payment.description),
    fpx_version: VERSION,
  }
  return { ...values, [CHECKSUM]: sign(sourceString(AR_FIELDS, values), config.privateKey) }
}

/** The stored AR, value for value, signed again with today's key. Throws when a stored field is absent. */
export function buildAe(config: Signer, stored: Readonly<Record<string, string>>): ArFields {
  const values = Object.fromEntries(AR_FIELDS.map((field) => [field, stored[field]])) as Record<
    ArField,
    string
  >
  values.fpx_msgType = 'AE'
  return { ...values, [CHECKSUM]: sign(sourceString(AR_FIELDS, values), config.privateKey) }
}

export function buildBe(config: Signer, model: Model): BeFields {
  const values = {
    fpx_msgType: 'BE',
    fpx_msgToken: MODEL_TOKENS[model],
    fpx_sellerExId: config.exchangeId,
    fpx_version: VERSION,
  }
  return { ...values, [CHECKSUM]: sign(sourceString(BE_FIELDS, values), config.privateKey) }
}

function matching(form: RegExp, value: string): string {
  if (!form.test(value)) throw new RangeError(`FPX does not take ${JSON.stringify(value)} here`)
  return value
}
