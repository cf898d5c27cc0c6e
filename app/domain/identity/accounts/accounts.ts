import { type Kysely, sql } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { currentTime } from '#app/domain/core/clock.ts'
import { type Recipient, recipientOf } from '#app/domain/core/letters/recipients.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { Payload } from '#app/outbox/catalogue.ts'
import type { DB } from '#db/types.ts'

/**
 * The person on whose behalf a job works, with their current roles, and the language of the organisation; undefined when
 * that person is gone.
 */
export async function personOf(
  db: Kysely<DB>,
  user_id: string | null,
): Promise<{ actor: Actor & { id: string }; locale: Locale } | undefined> {
  const person = await db
    .selectFrom('user_account')
    .leftJoin('parent', 'parent.user_id', 'user_account.id')
    .select(['user_account.id', 'user_account.name', 'user_account.roles', 'parent.id as parent_id'])
    .select(
      sql<string[]>`array(select branch_id from staff_branch join staff on staff.id = staff_branch.staff_id
        where staff.user_id = user_account.id)`.as('branch_ids'),
    )
    .where('user_account.id', '=', user_id)
    .where('user_account.status', '=', 'active')
    .where('user_account.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!person) return undefined
  const { default_locale } = await db
    .selectFrom('platform.entity')
    .select('default_locale')
    .where('role_name', '=', sql<string>`current_user`)
    .executeTakeFirstOrThrow()
  const { id, name, roles, branch_ids, parent_id } = person
  const actor: Actor & { id: string } = {
    ...{ type: 'user', id, name, roles: roles as Actor['roles'], branch_ids, parent_id },
    ...{ operator_role: null, ip: null, user_agent: null, request_id: null },
  }
  return { actor, locale: default_locale as Locale }
}

/** Active accounts with an e-mail address; callers add conditions. */
export function notifiableAccounts(db: Kysely<DB>) {
  return db
    .selectFrom('user_account')
    .select(['id', 'name', 'email', 'locale'])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where('email', 'is not', null)
}

/** One of these accounts as the recipient of a letter; undefined if it is no longer among them. */
export async function recipientAmong(
  accounts: ReturnType<typeof notifiableAccounts>,
  user_id: string,
): Promise<Recipient | undefined> {
  const account = await accounts.where('user_account.id', '=', user_id).executeTakeFirst()
  return account && recipientOf(account)
}

type Notice = Payload<'operator.notice'>
export type NoticeKind = Notice['kind']

/** A notice to operators about a change that they made to their own account. */
export function noticeToOperator(
  actor: Actor & { id: string },
  kind: NoticeKind,
  codes_left?: number,
): Notice {
  return noticeTo(actor.id, actor, kind, codes_left === undefined ? {} : { codes_left })
}

/** A notice to an operator about a change by another person. `address`: the former e-mail address, if it was changed. */
export function noticeTo(
  operator_id: string,
  actor: Actor,
  kind: NoticeKind,
  more: Partial<Pick<Notice, 'codes_left' | 'address'>> = {},
): Notice {
  const by = actor.id === operator_id ? null : actor.name
  return { operator_id, kind, by, at: currentTime().toISOString(), ip: actor.ip, ...more }
}
