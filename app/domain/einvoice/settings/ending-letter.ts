import { databaseDay } from '#app/domain/core/clock.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { paths } from '#app/paths.ts'
import { type Ending, findEndings, settingManagers } from './endings.ts'

/** To a manager: the secrets of the portal or the certificate end, and e-invoices with them. Not sent once they were renewed. */
export const settingEndingLetter = defineLetter<'einvoice_setting.ending', Ending>({
  list: 'einvoice',
  async load(trx, { what, on }) {
    const found = await findEndings(trx, await databaseDay(trx))
    return found.find((one) => one.what === what && one.on === on)
  },
  to: (trx, { user_id }) => recipientAmong(settingManagers(trx), user_id),

  compose({ what, on, days }, { t, locale, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const values = { count: days, date: formatDate(on, locale), organisation: sender.name }
    const when = days < 0 ? 'over' : days === 0 ? 'today' : 'ahead'
    return {
      subject: t(`mail.einvoice_ending.${what}_${when}_subject`, values),
      greeting: greetingOf(reader, t),
      paragraphs: [
        t(`mail.einvoice_ending.${what}_${when}`, values),
        t(`mail.einvoice_ending.${what}_renew`),
      ],
      facts: [{ label: t(`einvoice_setting.ends.${what}`), value: values.date }],
      action: {
        label: t('mail.einvoice_ending.see'),
        url:
          origin +
          (what === 'secrets' ? paths.einvoiceSetting.connection() : paths.einvoiceSetting.certificate()),
      },
      sender: sender.lines,
      note: t('mail.einvoice_ending.note', values),
    }
  },
})
