import { createHash } from 'node:crypto'
import type { ExceptionKind } from '#app/domain/gateways/payment-exceptions/exception.ts'
import { sealBody } from '#app/domain/payments/attempts/gateway-messages.ts'
import { formatAmount } from '#app/integrations/fpx/amount.ts'
import { AC_FIELDS, CHECKSUM } from '#app/integrations/fpx/fields.ts'
import { formatTime } from '#app/integrations/fpx/time.ts'
import { type Attempt, requestFields } from '../attempts.ts'
import type { Event } from '../history.ts'
import type { Pay } from '../paying.ts'
import type { Team } from '../staff.ts'
import { add, type Stage } from '../stage.ts'

/** An answer of FPX that a person must look at, or has looked at. */
export interface Raised {
  kind: Extract<ExceptionKind, 'mismatch' | 'second_debit' | 'bank_problem'>
  attempt: Attempt
  at: Date
  transaction_id: string
  bank_reference: string | null
  code: string
  /** As FPX says it, in sen. */
  amount_sen: number
  /** The payment that it became; then it is settled. */
  pay?: Pay
}

/** Writes each with the message that raised it. Tells the audit log who has taken and settled those that are settled. */
export function addExceptions(stage: Stage, { office }: Team, raised: readonly Raised[]): Event[] {
  const admin = office.find(({ role }) => role === 'admin')!
  return raised.flatMap((one) => {
    const { kind, attempt, at, pay } = one
    const id = stage.random.id(at)
    const settled = pay && new Date(at.getTime() + 26 * 3_600_000)
    const by = settled ? { id: admin.user_id, name: admin.name } : null
    add(stage, 'platform.payment_exception', {
      ...{ id, kind, entity_id: stage.entity.id, attempt_id: attempt.id, order_no: attempt.order_no },
      ...{ payer: attempt.household.payer.name, bank: attempt.bank.name },
      branch_ids: [...new Set(attempt.bills.map(({ bill }) => bill.branch_id))],
      ...{ transaction_id: one.transaction_id, response_code: one.code, bank_reference: one.bank_reference },
      ...{ amount_sen: one.amount_sen, expected_sen: attempt.amount_sen },
      differences: differencesOf(one),
      message_id: addMessage(stage, one),
      ...{ payment_id: pay?.id ?? null, raised_at: at },
      ...{ owner_id: by?.id ?? null, owner: by?.name ?? null },
      ...{ state: settled ? 'resolved' : 'open', resolution: settled ? 'booked' : null },
      ...{ resolved_by: by?.id ?? null, resolver: by?.name ?? null, resolved_at: settled ?? null },
      version: settled ? 3 : 1,
    })
    if (!settled) return []
    const object = { type: 'payment_exception', id }
    const after = { kind, order_no: attempt.order_no }
    return [
      { at: new Date(settled.getTime() - 240_000), by, object, action: 'payment_exception.taken', after },
      { at: settled, by, object, action: 'payment_exception.booked', after },
    ]
  })
}

function differencesOf({ attempt, amount_sen }: Raised) {
  if (amount_sen === attempt.amount_sen) return []
  const [expected, received] = [formatAmount(attempt.amount_sen), formatAmount(amount_sen)]
  return [{ field: 'fpx_txnAmount', expected, received }]
}

/** As FPX would have sent it: it can be read again, but nobody has signed it. */
function addMessage(stage: Stage, one: Raised): string {
  const { kind, attempt, at, code, bank_reference } = one
  const asked = requestFields(stage, attempt)
  const said: Record<string, string> = {
    ...asked,
    fpx_msgType: 'AC',
    fpx_txnAmount: formatAmount(one.amount_sen),
    fpx_fpxTxnId: one.transaction_id,
    fpx_fpxTxnTime: formatTime(at),
    fpx_debitAuthCode: code,
    fpx_debitAuthNo: bank_reference ?? '',
    fpx_creditAuthCode: code,
    fpx_creditAuthNo: '',
  }
  const fields = AC_FIELDS.map((field) => [field, said[field] ?? ''])
  const raw = Buffer.from(new URLSearchParams([...fields, [CHECKSUM, '0'.repeat(512)]]).toString())
  const id = stage.random.id(at)
  add(stage, 'platform.gateway_message', {
    ...{ id, entity_id: stage.entity.id, attempt_id: attempt.id, gateway: 'fpx', kind: 'direct' },
    ...{
      body_sealed: sealBody(stage.ring, id, raw),
      body_sha256: createHash('sha256').update(raw).digest(),
    },
    ...{
      verified: true,
      response_code: code,
      outcome: kind === 'second_debit' ? 'second' : 'review',
      received_at: at,
    },
  })
  return id
}
