import { sql, type Transaction } from 'kysely'
import type { AtVersion } from '#app/domain/catalogue/crud/crud.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changeAt } from '#app/domain/core/changed.ts'
import { isMobile } from '#app/domain/core/contact/phone.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { invite } from '#app/domain/identity/passwords/invitation.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { lockedParent } from './change-parent.ts'

interface Reached {
  name: string
  phone: string
  email: string | null
  preferred_locale: string
}

/**
 * Creates an account for a parent, with an invitation by e-mail; without an address they sign in by a code to their mobile
 * phone. Returns its id, or why there is none: no e-mail or mobile phone, or another account has the same one.
 */
export async function createParentAccount(
  trx: Transaction<DB>,
  actor: Actor,
  keys: Keys,
  { name, phone, email, preferred_locale }: Reached,
): Promise<{ user_id: string } | { none: 'unreachable' | 'taken' }> {
  const mobile = isMobile(phone) ? phone : null
  if (!email && !mobile) return { none: 'unreachable' }
  const taken = await trx
    .selectFrom('user_account')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(phone = ${mobile} or lower(email) = ${email})`)
    .executeTakeFirst()
  if (taken) return { none: 'taken' }
  const user_id = newId()
  await trx
    .insertInto('user_account')
    .values({
      ...{ id: user_id, name, email, phone: mobile, roles: ['parent'], locale: preferred_locale },
      ...{ status: 'invited', created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  if (email) await invite(trx, actor, keys, user_id)
  return { user_id }
}

/**
 * Creates a parent's account, or sends a new invitation to it. Refuses an inactive parent, parents themselves, a parent without
 * e-mail and mobile phone (parent.unreachable), a contact that belongs to another account (parent.account_taken), and what
 * invite refuses. Returns the name and the address, empty where there is none.
 */
export async function inviteParent(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  keys: Keys,
  at: AtVersion,
): Promise<{ name: string; email: string }> {
  const row = await lockedParent(trx, scope, at)
  if (row.status !== 'active' || scope.scope === 'own') throw new Refusal('action_not_allowed')
  const { name, email } = row
  if (row.user_id) await invite(trx, actor, keys, row.user_id)
  else {
    const account = await createParentAccount(trx, actor, keys, row)
    if ('none' in account)
      throw new Refusal(account.none === 'taken' ? 'parent.account_taken' : 'parent.unreachable')
    await changeAt(trx, actor, 'parent', at, { user_id: account.user_id }, { status: 'active' })
    await record(
      trx,
      actor,
      'parent.account_opened',
      { type: 'parent', id: at.id },
      named(name, { after: { email } }),
    )
  }
  return { name, email: email ?? '' }
}
