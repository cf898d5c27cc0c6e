import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'

/** What `chooseLanguage` of app/domain/identity/accounts/language.ts does for an account, for an operator. */
export async function chooseOperatorLanguage(
  trx: Transaction<DB>,
  actor: Actor,
  locale: Locale,
  { ifUnchosen = false } = {},
): Promise<Locale> {
  const before = await trx
    .selectFrom('platform.operator')
    .select(['id', 'name', 'locale', 'locale_chosen'])
    .where('id', '=', actor.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before.locale_chosen && (ifUnchosen || before.locale === locale)) return before.locale
  const differs = before.locale !== locale
  await trx
    .updateTable('platform.operator')
    .set({ locale_chosen: true, ...(differs ? { locale, ...touched } : {}) })
    .where('id', '=', before.id)
    .execute()
  if (differs)
    await recordOperator(
      trx,
      { ...actor, name: before.name },
      'operator.profile_edited',
      { type: 'operator', id: before.id },
      { before: { locale: before.locale }, after: { locale } },
    )
  return locale
}
