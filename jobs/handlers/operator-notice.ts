import { originOfMain } from '#app/domain/organisation/entities/origin.ts'
import { noticeLetter } from '#app/domain/platform/operators/operator-letter.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { sendPlatformLetter } from '#jobs/mail/send-letter.ts'
import type { Handler } from '../handler.ts'

/** One who has been removed since is told nothing. */
export const noticeOperator: Handler<'operator.notice'> = async (happened, tools) => {
  const { inPlace, environment } = tools
  const row = await inPlace((trx) =>
    trx
      .selectFrom('platform.operator')
      .select(['name', 'email', 'locale'])
      .where('id', '=', happened.operator_id)
      .executeTakeFirst(),
  )
  if (!row) return
  const locale = knownLocale(row.locale)
  const setting = { t: i18nOf(locale).getFixedT(locale), locale, origin: originOfMain(environment) } as const
  await sendPlatformLetter(tools, {
    to: { address: happened.address ?? row.email, name: row.name, locale },
    letter: noticeLetter(row, { ...happened, at: new Date(happened.at) }, setting),
    list: 'account',
  })
}
