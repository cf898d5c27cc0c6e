import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { raiseOrphan } from '#app/domain/payments/payment-exceptions/raise.ts'
import type { Ac } from '#app/integrations/fpx/answers.ts'
import type { DB } from '#db/types.ts'
import type { Answer } from './answer.ts'
import { type Applied, applyToLocked } from './apply-answer.ts'
import { lockedAttempt } from './locked-attempt.ts'
import { keepMessage } from './messages/keep-message.ts'

/** A message that FPX signed, before it is known whose it is. */
export interface Verified extends Omit<Answer, 'at'> {
  ac: Ac
  actor: Actor
}

/** To the attempt of its order, as it was kept when it came; at the place of the organisation. */
export async function applyVerified(
  trx: Transaction<DB>,
  attempt_id: string,
  { actor, ...answer }: Verified,
): Promise<Applied> {
  const attempt = await lockedAttempt(trx, attempt_id)
  return applyToLocked(trx, actor, attempt, { ...answer, at: attempt.now })
}

/** About an order that nobody made: kept whole, and an operator finds it on the desk. At the platform's place. */
export async function keepOrphan(
  trx: Transaction<DB>,
  { actor, channel, ac, raw, fingerprint, ring }: Verified,
): Promise<void> {
  const message_id = await keepMessage(trx, actor, {
    ...{ ring, gateway: 'fpx', channel, raw, fingerprint, attempt_id: null, outcome: 'orphan' },
    response_code: ac.debit_code.slice(0, 10),
    note: ac.exchange_order_no.slice(0, 40),
  })
  await raiseOrphan(trx, ac, message_id)
}
