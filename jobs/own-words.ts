import type { TFunction } from 'i18next'
import { sql, type Transaction } from 'kysely'
import { labelsOf } from '#app/domain/core/labels/tenant-labels.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'

/** The words of an organisation, in its language and with its labels, for what a job writes down there. */
export async function ownWords(trx: Transaction<DB>): Promise<TFunction> {
  const { default_locale } = await trx
    .selectFrom('platform.entity')
    .select('default_locale')
    .where('role_name', '=', sql<string>`current_user`)
    .executeTakeFirstOrThrow()
  const locale = knownLocale(default_locale)
  return i18nOf(locale, await labelsOf(trx)).t
}
