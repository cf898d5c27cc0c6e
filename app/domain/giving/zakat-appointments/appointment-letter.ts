import { formatDate } from '#app/domain/core/dates.ts'
import { defineLetter } from '#app/domain/core/letters/define-letter.ts'
import { lineOf } from '#app/domain/core/letters/line.ts'
import { greetingOf, senderOf } from '#app/domain/core/letters/phrases.ts'
import { recipientAmong } from '#app/domain/identity/accounts/accounts.ts'
import { paths } from '#app/paths.ts'
import { zakatManagers } from './change-appointment.ts'
import { ownAppointment } from './find-appointments.ts'

interface AppointmentNotice {
  zakat_type_id: string
  type_name: string
  authority: string
  appointment_no: string
  valid_from: string
  valid_to: string
  status: string
  decision_reason: string | null
  /** Days until the letter ends, 0 after its end; null for a decision of the operator. */
  days: number | null
}

/** To managers of zakat: the operator's decision about an authority's letter, or its end, which closes the type. */
export const appointmentLetter = defineLetter<'zakat.mail', AppointmentNotice>({
  list: 'zakat',
  load: async (trx, { appointment_id, days }) => ({ ...(await ownAppointment(trx, appointment_id)), days }),
  to: (trx, { user_id }) => recipientAmong(zakatManagers(trx), user_id),

  compose({ days, ...row }, { t, locale, origin, organisation, reader }) {
    const sender = senderOf(organisation)
    const what = days === null ? row.status : days === 0 ? 'ended' : 'ending'
    const values = { type: lineOf(row.type_name), count: days ?? 0, date: formatDate(row.valid_to, locale) }
    return {
      subject: t(`mail.zakat.${what}_subject`, values),
      greeting: greetingOf(reader, t),
      paragraphs: [t(`mail.zakat.${what}`, values), ...(row.decision_reason ? [row.decision_reason] : [])],
      facts: [
        { label: t('zakat_appointment.authority'), value: lineOf(row.authority) },
        { label: t('zakat_appointment.appointment_no'), value: lineOf(row.appointment_no) },
        { label: t('zakat_appointment.valid_from'), value: formatDate(row.valid_from, locale) },
        { label: t('zakat_appointment.valid_to'), value: formatDate(row.valid_to, locale) },
      ],
      action: { label: t('mail.zakat.see'), url: origin + paths.zakat_type.view(row.zakat_type_id) },
      sender: sender.lines,
      note: t('mail.zakat.note', { organisation: sender.name }),
    }
  },
})
