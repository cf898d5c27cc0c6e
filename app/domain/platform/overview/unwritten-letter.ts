import { formatInstant } from '#app/domain/core/dates.ts'
import { definePlatformLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { recipientOf } from '#app/domain/core/letters/recipients.ts'
import { paths } from '#app/paths.ts'
import { operatorToWarn } from './fpx-watch.ts'

interface Told {
  count: number
  order_nos: readonly string[]
  since: Date
}

/** That genuine messages of FPX, which browsers brought, could not be written down for an hour. */
export const unwrittenLetter = definePlatformLetter<'fpx.unwritten', Told>({
  list: 'fpx',
  load: async (_trx, { count, order_nos, since }) => ({ count, order_nos, since: new Date(since) }),
  async to(trx, { operator_id }) {
    const operator = await operatorToWarn(trx, operator_id)
    return operator && recipientOf(operator)
  },

  compose(about, { t, locale, origin, reader }) {
    return {
      subject: t('mail.fpx.unwritten.subject', { count: about.count }),
      greeting: greetingOf(reader, t),
      paragraphs: [t('mail.fpx.unwritten.what'), t('mail.fpx.unwritten.then')],
      figure: { label: t('mail.fpx.unwritten.since'), value: formatInstant(about.since, locale) },
      facts: [{ label: t('mail.fpx.unwritten.orders'), value: about.order_nos.join(', ') }],
      action: { label: t('mail.fpx.see'), url: origin + paths.admin.fpx() },
      sender: ['Lunas'],
      note: t('mail.operator.note'),
    }
  },
})
