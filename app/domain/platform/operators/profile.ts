import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, recordOperator } from '#app/domain/core/audit.ts'
import { noticeTo, noticeToOperator } from '#app/domain/identity/accounts/operator-notice.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { change, locked } from './change-operator.ts'
import type { OwnProfileInput } from './operator-form.ts'

/** The old address is told when it changes. */
export async function editOwnProfile(
  trx: Transaction<DB>,
  actor: Actor & { id: string },
  { version, name, email, phone, locale }: OwnProfileInput,
): Promise<void> {
  const { role: _, status: __, ...before } = await locked(trx, actor.id, version)
  const values = { name, email, phone: phone ?? null, locale }
  await change(trx, actor.id, version, values)
  await recordOperator(
    trx,
    actor,
    'operator.profile_edited',
    { type: 'operator', id: actor.id },
    difference(before, values),
  )
  if (before.email !== email)
    await enqueue(
      trx,
      'operator.notice',
      noticeTo(actor.id, actor, 'email_changed', { address: before.email }),
    )
}

/** The caller has checked the current password and ends the other sessions. */
export async function keepNewPassword(
  trx: Transaction<DB>,
  actor: Actor & { id: string },
  password_hash: string,
): Promise<void> {
  await trx
    .updateTable('platform.operator')
    .set({ password_hash, updated_at: sql<Date>`now()` })
    .where('id', '=', actor.id)
    .execute()
  await recordOperator(trx, actor, 'operator.password_changed', { type: 'operator', id: actor.id })
  await enqueue(trx, 'operator.notice', noticeToOperator(actor, 'password_changed'))
}
