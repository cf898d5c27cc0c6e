import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { afterContactChange, notifyFormer } from '#app/domain/identity/contacts/contact-changed.ts'
import { closeUnreachable, loseContact } from '#app/domain/identity/contacts/take-claims.ts'
import type { DB } from '#db/types.ts'

/**
 * A phone number was given to another family, who proved it: it stops counting for the parent, whose account signs in by e-mail
 * from then on and asks for a current number; without an address the account is closed, and the office can invite the parent
 * again. The parent is told by e-mail, never by the number. It stays on file as a number that nobody has confirmed. Refuses
 * (application.phone_of_colleague) the phone of somebody who also works here.
 */
export async function losePhone(
  trx: Transaction<DB>,
  actor: Actor,
  parent_id: string,
  phone: string,
): Promise<void> {
  const parent = await trx
    .selectFrom('parent')
    .select(['id', 'name', 'user_id', 'email', 'email_proven_at'])
    .where('id', '=', parent_id)
    .where('phone', '=', phone)
    .forUpdate()
    .executeTakeFirst()
  if (!parent) return
  await trx
    .updateTable('parent')
    .set({ phone_proven_at: null, ...changed(actor) })
    .where('id', '=', parent_id)
    .execute()
  const account = await trx
    .selectFrom('user_account')
    .select(['id', 'phone', 'email', 'roles'])
    .where('id', '=', parent.user_id)
    .where('phone', '=', phone)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (account?.roles.some((role) => role !== 'parent')) throw new Refusal('application.phone_of_colleague')
  if (account) {
    await afterContactChange(trx, account, ['phone'], { by: 'another' })
    if (account.email) await loseContact(trx, account.id, 'phone', phone)
    else await closeUnreachable(trx, account.id)
  } else if (parent.email && parent.email_proven_at)
    await notifyFormer(
      trx,
      { user_id: null, parent_id, email: parent.email, phone: null },
      ['phone'],
      'another',
    )
  const change = named(parent.name, { before: { phone } })
  await record(trx, actor, 'parent.phone_lost', { type: 'parent', id: parent_id }, change)
}
