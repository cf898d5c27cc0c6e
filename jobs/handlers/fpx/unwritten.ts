import { originOfMain } from '#app/domain/organisation/entities/origin.ts'
import { toldOperator } from '#app/domain/platform/overview/certificate-warnings.ts'
import { unwrittenLetter } from '#app/domain/platform/overview/unwritten-letter.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { Handler } from '#jobs/handler.ts'
import { sendPlatformLetter } from '#jobs/mail/send-letter.ts'

/** One who has left since is told nothing. */
export const tellUnwritten: Handler<'fpx.unwritten'> = async ({ operator_id, since, ...about }, tools) => {
  const { inPlace, environment } = tools
  const row = await inPlace((trx) => toldOperator(trx, operator_id))
  if (!row) return
  const locale = knownLocale(row.locale)
  const t = i18nOf(locale).getFixedT(locale)
  await sendPlatformLetter(tools, {
    to: { address: row.email, name: row.name, locale },
    letter: unwrittenLetter(
      { reader: row.name, since: new Date(since), ...about },
      { t, locale, origin: originOfMain(environment) },
    ),
    list: 'fpx',
  })
}
