import { sql, type Transaction } from 'kysely'
import { isMobile } from '#app/domain/core/contact/phone.ts'
import { endUserSessions } from '#app/domain/identity/accounts/sessions.ts'
import { endMailedLinks } from '#app/domain/identity/passwords/mailed-links.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import type { ContactKind } from './proven.ts'

/** An account as it was before the change. */
export interface Reached {
  id: string
  email: string | null
  phone: string | null
}

/** Who changed it, which decides the words of the mail: the person, the office, or another family that proved the number. */
export type ChangedBy = 'self' | 'office' | 'another'

const letters = { self: 'contact', office: 'contact_office', another: 'contact_lost' } as const

/**
 * What follows from every change of a phone number or e-mail address with which an account signs in: whoever came in by the
 * former one is signed out, its links and codes end, and it is told. Every place that changes a contact calls this.
 * @param session_id the session in which the person made the change; it goes on
 */
export async function afterContactChange(
  trx: Transaction<DB>,
  former: Reached,
  kinds: readonly ContactKind[],
  { by, session_id }: { by: ChangedBy; session_id?: string | undefined },
): Promise<void> {
  if (kinds.length === 0) return
  await endAccess(trx, former, kinds, session_id)
  await notifyFormer(trx, { ...former, user_id: former.id }, kinds, by)
}

/** Ends the sessions, links and codes of an account of which a contact goes, but for one session. */
export async function endAccess(
  trx: Transaction<DB>,
  former: Reached,
  kinds: readonly ContactKind[],
  session_id?: string,
): Promise<void> {
  await endUserSessions(trx, former.id, session_id ? { except: session_id } : {})
  for (const kind of kinds) await endCodes(trx, former.id, former[kind])
  if (kinds.includes('email')) await endMailedLinks(trx, former.id)
}

/** Ends the open codes that were sent to a contact for this account. */
async function endCodes(trx: Transaction<DB>, user_id: string, address: string | null): Promise<void> {
  if (!address) return
  await trx
    .updateTable('one_time_code')
    .set({ replaced_at: sql<Date>`now()` })
    .where('user_id', '=', user_id)
    .where('address', '=', address.toLowerCase())
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute()
}

/** Whom a mail or text message about a changed contact is for; a parent without an account by their own id. */
type Notified = Omit<Reached, 'id'> & ({ user_id: string } | { user_id: null; parent_id: string })

/** Tells a person at their former contact, and by mail. A number that another family has by now gets no message. */
export async function notifyFormer(
  trx: Transaction<DB>,
  { email, phone, ...who }: Notified,
  kinds: readonly ContactKind[],
  by: ChangedBy,
): Promise<void> {
  const { user_id } = who
  const to = { user_id, ...('parent_id' in who ? { parent_id: who.parent_id } : {}) }
  if (email) await enqueue(trx, 'account.notify', { ...to, what: letters[by], address: email.toLowerCase() })
  if (by !== 'another' && kinds.includes('phone') && phone && isMobile(phone))
    await enqueue(trx, 'account.text', { ...to, phone })
}
