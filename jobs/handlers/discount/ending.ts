import { organisationOf } from '#app/domain/billing/invoices/document.ts'
import { endingLetter } from '#app/domain/catalogue/discounts/discount-letter.ts'
import { deciders, endingsFor, noticeEndings } from '#app/domain/catalogue/discounts/ending.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { labelsOf } from '#app/domain/core/labels/find-labels.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { enqueueForAll } from '#app/outbox/enqueue.ts'
import type { Handler } from '#jobs/handler.ts'
import { mailSettings } from '#jobs/mail/mail-settings.ts'
import { postLetter } from '#jobs/mail/send-letter.ts'

/** What was told and the mails that tell it are kept together, so that one who is killed tells all of it or nothing. */
export const noticeEndingsOf: Handler<'discount.notice'> = async (_payload, { inPlace, log }) => {
  const noticed = await inPlace((trx) => noticeEndings(trx, currentDay()))
  if (noticed > 0) log.info({ noticed }, 'discounts end within a month')
}

export const noticeAllEndings: Handler<'discount.notice_all'> = async (_payload, { inPlace }) => {
  await inPlace((trx) => enqueueForAll(trx, 'discount.notice'))
}

/** Nothing of what was renewed or ended meanwhile, or to who does not decide any more. */
export const mailEnding: Handler<'discount.ending'> = async ({ user_id, ids }, tools) => {
  const [reader, rows, organisation, labels] = await tools.inPlace((trx) =>
    Promise.all([
      deciders(trx).where('id', '=', user_id).executeTakeFirst(),
      endingsFor(trx, user_id, ids, currentDay()),
      organisationOf(trx),
      labelsOf(trx),
    ]),
  )
  if (!reader?.email || rows.length === 0) return
  const locale = knownLocale(reader.locale)
  const t = i18nOf(locale, labels).getFixedT(locale)
  const origin = originOf(tools.entity, tools.environment)
  await postLetter(tools, await mailSettings(tools), {
    to: { address: reader.email, name: reader.name, locale },
    letter: endingLetter(rows, { t, locale, origin, organisation, reader: reader.name }),
    organisation,
    list: 'student-discount',
  })
}
