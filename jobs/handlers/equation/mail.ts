import { equation, equationReaders } from '#app/domain/accounting/reconciliation/find-equations.ts'
import { originOfMain } from '#app/domain/organisation/entities/origin.ts'
import { equationLetter } from '#app/domain/platform/operators/operator-letter.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import type { Handler } from '#jobs/handler.ts'
import { sendPlatformLetter } from '#jobs/mail/send-letter.ts'

/** None where the platform has no mail server, or where the books agree again. */
export const mailEquation: Handler<'equation.mail'> = async ({ operator_id, equation_id }, tools) => {
  const { inPlace, environment } = tools
  if (!environment.smtpUrl) return
  const [operator, row] = await inPlace((trx) =>
    Promise.all([
      equationReaders(trx).where('id', '=', operator_id).executeTakeFirst(),
      equation(trx, equation_id),
    ]),
  )
  if (!operator || row.state === 'green') return
  const locale = knownLocale(operator.locale)
  const t = i18nOf(locale).getFixedT(locale)
  await sendPlatformLetter(tools, {
    to: { address: operator.email, name: operator.name, locale },
    letter: equationLetter(row, { t, locale, origin: originOfMain(environment) }, operator.name),
    list: 'equation',
  })
}
