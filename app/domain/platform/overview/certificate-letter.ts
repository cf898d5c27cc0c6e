import { currentTime } from '#app/domain/core/clock.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { definePlatformLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf } from '#app/domain/core/letters/phrases.ts'
import { recipientOf } from '#app/domain/core/letters/recipients.ts'
import { paths } from '#app/paths.ts'
import { operatorToWarn } from './fpx-watch.ts'

const day = 86_400_000

interface Told {
  whose: 'fpx' | 'own'
  subject: string
  fingerprint: string
  not_after: Date
  at: Date
}

/** That a certificate without a successor ends; `whose` says who has to renew it. */
export const certificateLetter = definePlatformLetter<'fpx.warn', Told>({
  list: 'fpx',
  load: async (_trx, { operator_id: _, not_after, ...about }) => ({
    ...about,
    not_after: new Date(not_after),
    at: currentTime(),
  }),
  async to(trx, { operator_id }) {
    const operator = await operatorToWarn(trx, operator_id)
    return operator && recipientOf(operator)
  },

  compose({ whose, not_after, at, subject, fingerprint }, { t, locale, origin, reader }) {
    const count = Math.floor((not_after.getTime() - at.getTime()) / day)
    return {
      subject: count < 0 ? t('mail.fpx.subject_over') : t('mail.fpx.subject', { count }),
      greeting: greetingOf(reader, t),
      paragraphs: [t(`mail.fpx.${whose}`), t('mail.fpx.then')],
      figure: { label: t('mail.fpx.until'), value: formatInstant(not_after, locale) },
      facts: [
        { label: t('admin.fpx.subject'), value: subject },
        { label: t('admin.fpx.fingerprint'), value: fingerprint },
      ],
      action: { label: t('mail.fpx.see'), url: origin + paths.admin.fpx() },
      sender: ['Lunas'],
      note: t('mail.operator.note'),
    }
  },
})
