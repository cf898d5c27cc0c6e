import type { Insertable } from 'kysely'
import { currentDay } from '#app/domain/core/clock.ts'
import { assignForm, noteForm, resolveForm } from '#app/domain/gateways/payment-exceptions/exception.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { type Row, verb } from '#tests/support/access/row.ts'
import { insert, type Trx } from '#tests/support/database/factories.ts'
import { paymentAttempt } from '#tests/support/database/money-factories.ts'

const today = currentDay()

async function exceptionOf(
  trx: Trx,
  { branch_id, mark, sen }: Corner,
  given: Partial<Insertable<DB['platform.payment_exception']>> = {},
) {
  const amount_sen = sen()
  const attempt = await paymentAttempt(trx, { buyer_name: mark, bank_name: mark, amount_sen })
  return insert(trx, 'platform.payment_exception', {
    ...{ id: newId(), kind: 'contradicted', order_no: newId(), branch_ids: [branch_id] },
    ...{ attempt_id: attempt.id, payer: mark, bank: mark, transaction_id: mark, amount_sen, ...given },
  })
}

/** What FPX said otherwise than it was asked: of an organisation, and of nobody. */
export const exceptionNouns = {
  exception: {
    make: (trx, corner) => exceptionOf(trx, corner),
  },
  proposedRefund: {
    make: (trx, corner) =>
      exceptionOf(trx, corner, {
        ...{ state: 'proposed', resolution: 'refunded', refunded_on: today, reference: corner.mark },
        ...{ proposed_by: newId(), proposer: corner.mark, proposed_at: new Date() },
      }),
  },
  orphan: {
    platform: true,
    make: (trx, { mark }) =>
      insert(trx, 'platform.payment_exception', {
        ...{ id: newId(), entity_id: null, kind: 'orphan', order_no: newId(), bank: mark },
        amount_sen: 5_000,
      }),
  },
  proposedOrphan: {
    platform: true,
    make: (trx, { mark }) =>
      insert(trx, 'platform.payment_exception', {
        ...{ id: newId(), entity_id: null, kind: 'orphan', order_no: newId(), bank: mark, amount_sen: 5_000 },
        ...{ state: 'proposed', resolution: 'refunded', refunded_on: today, reference: mark },
        ...{ proposed_by: newId(), proposer: mark, proposed_at: new Date() },
      }),
  },
} satisfies Record<string, Noun>

/** Online payments, and what of them a person must look at. */
export const exceptionRows: Record<string, Row> = {
  'tenant/payment-exception/hand-over': {
    of: 'exception',
    form: () => ({ owner_id: newId(), version: '1' }),
    schema: assignForm,
  },
  'tenant/payment-exception/note': {
    of: 'exception',
    form: () => ({ body: 'Telefon bank, kes 4711', note_id: newId() }),
    schema: noteForm,
  },
  'tenant/payment-exception/resolve': {
    of: 'exception',
    form: () => ({ decision: 'wrong_alarm', version: '1', words: 'Bank mengesahkan tiada debit' }),
    schema: resolveForm,
  },
  'tenant/payment-exception/confirm': verb('proposedRefund'),
  'tenant/payment-exception/reject': verb('proposedRefund'),
}
