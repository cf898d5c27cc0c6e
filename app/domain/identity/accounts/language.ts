import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'

/**
 * Makes a language the actor's own: of their pages, and of the mails, messages and papers that they get as a parent.
 * `ifUnchosen` leaves an account alone whose owner has chosen a language before. Returns the language that now counts.
 */
export async function chooseLanguage(
  trx: Transaction<DB>,
  actor: Actor,
  locale: Locale,
  { ifUnchosen = false } = {},
): Promise<Locale> {
  const before = await trx
    .selectFrom('user_account')
    .select(['id', 'name', 'locale', 'locale_chosen'])
    .where('id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before.locale_chosen && (ifUnchosen || before.locale === locale)) return before.locale
  const now = changed(actor)
  const differs = before.locale !== locale
  await trx
    .updateTable('user_account')
    .set({ locale_chosen: true, ...(differs ? { locale, ...now } : {}) })
    .where('id', '=', before.id)
    .execute()
  await trx
    .updateTable('parent')
    .set({ preferred_locale: locale, ...now })
    .where('user_id', '=', before.id)
    .where('deleted_at', 'is', null)
    .where('preferred_locale', '<>', locale)
    .execute()
  if (differs)
    await record(
      trx,
      { ...actor, name: before.name },
      'profile.edited',
      { type: 'user_account', id: before.id },
      { before: { locale: before.locale }, after: { locale } },
    )
  return locale
}
