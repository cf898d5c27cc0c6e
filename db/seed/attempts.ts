import type { AttemptState } from '#app/domain/core/invoicing/attempt-states.ts'
import { feeOf } from '#app/domain/core/invoicing/payment-rules.ts'
import { lockMinutes, windowEnd } from '#app/domain/payments/attempts/enquiry-schedule.ts'
import { newOrderNo } from '#app/domain/payments/attempts/start.ts'
import { formatAmount } from '#app/integrations/fpx/amount.ts'
import { BANK_NAMES } from '#app/integrations/fpx/banks/bank-names.ts'
import { MODEL_TOKENS, type Model } from '#app/integrations/fpx/fields.ts'
import { buyerEmail, buyerName, description } from '#app/integrations/fpx/text.ts'
import { formatTime } from '#app/integrations/fpx/time.ts'
import { newPublicCode } from '#db/id.ts'
import type { Bill } from './billing.ts'
import type { Household } from './people.ts'
import type { Random } from './plan/random.ts'
import type { Stage } from './stage.ts'

/** One try to pay through FPX. */
export interface Attempt {
  id: string
  order_no: string
  public_code: string
  household: Household
  model: Model
  bank: { code: string; name: string }
  bills: { bill: Bill; amount_sen: number }[]
  /** The payer's fee included. */
  amount_sen: number
  payer_fee_sen: number
  tenant_fee_sen: number
  state: AttemptState
  late_success: boolean
  review_reason: string | null
  response_code: string | null
  gateway_transaction_id: string | null
  bank_reference: string | null
  requested_at: Date
  responded_at: Date | null
  expires_at: Date
  next_enquiry_at: Date | null
  ip: string
  user_agent: string
}

/** How often each bank is chosen. */
const banks: Record<Model, Record<string, number>> = {
  B2C: {
    MB2U0227: 42,
    BCBB0235: 18,
    BIMB0340: 9,
    RHB0218: 8,
    PBB0233: 8,
    BKRM0602: 5,
    HLB0224: 5,
    BSN0601: 5,
  },
  B2B1: { MBB0228: 5, BCBB0235: 3, PBB0233: 2 },
}

const browsers = [
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
]

/** An attempt that was approved at the bank; a story of another kind changes it. */
export function attemptTo(
  stage: Stage,
  household: Household,
  bills: Attempt['bills'],
  paid_at: Date,
  model: Model = 'B2C',
): Attempt {
  const { random, plan } = stage
  const requested_at = new Date(paid_at.getTime() - random.int(40, 170) * 1_000)
  const code = random.weighted(banks[model])
  const fee = feeOf(plan.fpx_fee, model)
  return {
    id: random.id(requested_at),
    order_no: newOrderNo(),
    public_code: newPublicCode(),
    household,
    model,
    bank: { code, name: BANK_NAMES.find((bank) => bank.model === model && bank.code === code)!.name },
    bills,
    amount_sen: bills.reduce((sum, { amount_sen }) => sum + amount_sen, fee.payer_fee_sen),
    ...fee,
    state: 'paid',
    late_success: false,
    review_reason: null,
    response_code: '00',
    gateway_transaction_id: transactionId(random, requested_at),
    bank_reference: random.digits(8),
    requested_at,
    responded_at: paid_at,
    expires_at: windowEnd(model, requested_at, 7),
    next_enquiry_at: null,
    ip: `203.0.113.${random.int(1, 254)}`,
    user_agent: random.pick(browsers),
  }
}

/** FPX's own numbers have sixteen digits and begin with the time. */
export function transactionId(random: Random, on: Date): string {
  return formatTime(on).slice(2, 12) + random.digits(6)
}

/** What can go wrong at the bank: the state and FPX's code. */
const mishaps = {
  funds: { state: 'failed', code: '51' },
  cancelled: { state: 'cancelled', code: '1C' },
  tac: { state: 'failed', code: '1H' },
  timeout: { state: 'timed_out', code: '1M' },
} as const

/** The try that failed some minutes before the one that went through. */
export function failedBefore(stage: Stage, next: Attempt): Attempt {
  const minutes = stage.random.int(4, 25)
  const requested_at = new Date(next.requested_at.getTime() - minutes * 60_000)
  return failed(stage, { ...next, requested_at })
}

/** The same try with an end that paid nothing. */
export function failed(stage: Stage, attempt: Attempt): Attempt {
  const { random } = stage
  const { state, code } = mishaps[random.weighted({ funds: 4, cancelled: 4, tac: 2, timeout: 2 })]
  return {
    ...attempt,
    id: random.id(attempt.requested_at),
    order_no: newOrderNo(),
    public_code: newPublicCode(),
    gateway_transaction_id: transactionId(random, attempt.requested_at),
    bank_reference: null,
    state,
    response_code: code,
    responded_at: new Date(attempt.requested_at.getTime() + 90_000),
    expires_at: windowEnd(attempt.model, attempt.requested_at, 7),
  }
}

/** Sent to the bank some minutes ago, no word yet: its invoices wait for their hour. */
export function waiting(attempt: Attempt): Attempt {
  const locked = new Date(attempt.requested_at.getTime() + lockMinutes * 60_000)
  hold(attempt, locked)
  return {
    ...attempt,
    state: 'pending',
    response_code: '09',
    bank_reference: null,
    next_enquiry_at: locked,
  }
}

/** A company's first person has approved, the second has days to do so. */
export function awaitingApproval(attempt: Attempt, next_enquiry_at: Date): Attempt {
  hold(attempt, attempt.expires_at)
  return {
    ...attempt,
    state: 'awaiting_approval',
    response_code: '99',
    bank_reference: null,
    next_enquiry_at,
  }
}

/** FPX named another amount: its invoices wait until a person has asked the bank. */
export function doubted(attempt: Attempt): Attempt {
  hold(attempt, new Date(attempt.requested_at.getTime() + lockMinutes * 60_000))
  return {
    ...attempt,
    state: 'needs_review',
    review_reason: 'mismatch',
    response_code: null,
    gateway_transaction_id: null,
    bank_reference: null,
    responded_at: null,
  }
}

function hold(attempt: Attempt, until: Date) {
  for (const { bill } of attempt.bills) {
    bill.status = 'pending'
    bill.locked = { until, by: attempt.id }
  }
}

/** The signed fields as the browser posted them, but for the signature: an enquiry repeats them. */
export function requestFields(stage: Stage, attempt: Attempt): Record<string, string> {
  const { household, bills, order_no, model } = attempt
  const number = bills[0]!.bill.number ?? ''
  return {
    fpx_msgType: 'AR',
    fpx_msgToken: MODEL_TOKENS[model],
    fpx_sellerExId: 'EX00000000',
    fpx_sellerExOrderNo: order_no,
    fpx_sellerTxnTime: formatTime(attempt.requested_at),
    fpx_sellerOrderNo: order_no,
    fpx_sellerId: stage.plan.entity.fpx_seller_id!,
    fpx_sellerBankCode: '01',
    fpx_txnCurrency: 'MYR',
    fpx_txnAmount: formatAmount(attempt.amount_sen),
    fpx_buyerEmail: buyerEmail(household.payer.email),
    fpx_buyerName: buyerName(household.payer.name),
    fpx_buyerBankId: attempt.bank.code,
    fpx_buyerBankBranch: '',
    fpx_buyerAccNo: '',
    fpx_buyerId: '',
    fpx_makerName: '',
    fpx_buyerIban: '',
    fpx_productDesc: description(bills.length > 1 ? `${number} and ${bills.length - 1} more` : number),
    fpx_version: '7.0',
  }
}
