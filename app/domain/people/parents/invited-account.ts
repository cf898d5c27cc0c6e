import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { changed } from '#app/domain/core/changed.ts'
import { isMobile } from '#app/domain/core/contact/phone.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { type ContactKind, isProvenByAnother, provenNow } from '#app/domain/identity/contacts/proven.ts'
import { closeUnreachable, takeClaims } from '#app/domain/identity/contacts/take-claims.ts'
import { invite } from '#app/domain/identity/passwords/invitation.ts'
import { endMailedLinks } from '#app/domain/identity/passwords/mailed-links.ts'
import type { DB } from '#db/types.ts'

/**
 * Gives the contacts that the office has just corrected to an account whose owner has never come in, since whoever has the
 * wrong phone or address could otherwise still come in as this family. The link to a former address ends, and a new one is
 * mailed. A contact that another account has proven is left out; an account without any is closed. Accounts in use stay.
 * Refuses invitation.too_often.
 * @param corrected only what has changed; a null e-mail address was removed
 */
export async function correctInvitedAccount(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  user_id: string,
  corrected: { phone?: string | undefined; email?: string | null | undefined },
): Promise<void> {
  const { phone, email } = corrected
  if (phone === undefined && email === undefined) return
  const account = await trx
    .selectFrom('user_account')
    .select(['phone', 'email'])
    .where('id', '=', user_id)
    .where('status', '=', 'invited')
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return
  const contacts = { ...account }
  if (phone !== undefined)
    contacts.phone = isMobile(phone) ? await unlessTaken(trx, user_id, 'phone', phone) : null
  if (email !== undefined) contacts.email = email && (await unlessTaken(trx, user_id, 'email', email))
  if (email !== undefined) await endMailedLinks(trx, user_id)
  if (!contacts.phone && !contacts.email) return closeUnreachable(trx, user_id)
  await trx
    .updateTable('user_account')
    .set({
      ...contacts,
      ...(phone === undefined ? {} : { phone_proven_at: provenNow(contacts.phone) }),
      ...(email === undefined ? {} : { email_proven_at: provenNow(contacts.email) }),
      ...changed(actor),
    })
    .where('id', '=', user_id)
    .execute()
  if (email !== undefined && contacts.email) await invite(trx, actor, keys, user_id)
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
