import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { changed } from '#app/domain/core/changed.ts'
import { isMobile } from '#app/domain/core/contact/phone.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { afterContactChange } from '#app/domain/identity/contacts/contact-changed.ts'
import {
  type ContactKind,
  contactKinds,
  isProvenByAnother,
  provenNow,
} from '#app/domain/identity/contacts/proven.ts'
import { closeUnreachable, takeClaims } from '#app/domain/identity/contacts/take-claims.ts'
import { invite } from '#app/domain/identity/passwords/invitation.ts'
import type { DB } from '#db/types.ts'

/**
 * Gives the contacts that the office has just corrected to an account whose owner has never come in, since whoever has the
 * wrong phone or address could otherwise still come in as this family. The link to a former address ends, and a new one is
 * mailed. A contact that another account has proven is left out; an account without any is closed. Accounts in use stay.
 * Their former contact is told. Returns whether there was such an account. Refuses invitation.too_often.
 * @param corrected only what has changed; a null e-mail address was removed
 * @param counts whether it is the office's word; otherwise the phone is left out, and the link of the invitation proves the address
 */
export async function correctInvitedAccount(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  user_id: string,
  corrected: { phone?: string | undefined; email?: string | null | undefined },
  counts = true,
): Promise<boolean> {
  const { phone, email } = corrected
  if (phone === undefined && email === undefined) return false
  const account = await trx
    .selectFrom('user_account')
    .select(['id', 'phone', 'email'])
    .where('id', '=', user_id)
    .where('status', '=', 'invited')
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return false
  const { id: _, ...contacts } = account
  if (phone !== undefined)
    contacts.phone = counts && isMobile(phone) ? await unlessTaken(trx, user_id, 'phone', phone) : null
  if (email !== undefined)
    contacts.email = email && counts ? await unlessTaken(trx, user_id, 'email', email) : email
  const changes = contactKinds.filter((kind) => contacts[kind] !== account[kind])
  await afterContactChange(trx, account, changes, { by: 'office' })
  if (!contacts.phone && !contacts.email) {
    await closeUnreachable(trx, user_id)
    return true
  }
  await trx
    .updateTable('user_account')
    .set({
      ...contacts,
      ...(phone === undefined ? {} : { phone_proven_at: provenNow(contacts.phone) }),
      ...(email === undefined ? {} : { email_proven_at: provenNow(counts ? contacts.email : null) }),
      ...changed(actor),
    })
    .where('id', '=', user_id)
    .execute()
  if (email !== undefined && contacts.email) await invite(trx, actor, keys, user_id)
  return true
}

/** The contact, taken away from all who only claim it; null if another account has proven it. */
async function unlessTaken(
  trx: Transaction<DB>,
  user_id: string,
  kind: ContactKind,
  value: string,
): Promise<string | null> {
  if (await isProvenByAnother(trx, user_id, kind, value)) return null
  await takeClaims(trx, { kind, value, except: user_id })
  return value
}
