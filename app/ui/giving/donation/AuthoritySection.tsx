import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import type { AppointmentStatus, Standing } from '#app/domain/giving/zakat-appointments/appointment.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface AuthoritySectionProps {
  row: { id: string; standing: Standing }
  letters: readonly {
    id: string
    authority: string
    state: string
    appointment_no: string
    valid_from: string
    valid_to: string
    status: AppointmentStatus
    decision_reason: string | null
    has_file: boolean
  }[]
  mayEdit: boolean
}

/** By whose letter zakat is taken, what waits for the operator, and what was there before. */
export function AuthoritySection({ row, letters, mayEdit }: AuthoritySectionProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { standing } = row
  const day = (on: string) => formatDate(on, locale)
  const waits = letters.some(({ status }) => status === 'requested')
  return (
    <>
      <Notice
        tone={standing === 'confirmed' ? 'info' : 'warning'}
        title={t(`zakat_type.standings.${standing}`)}
      >
        <p>{t(`zakat_type.standing_text.${standing}`)}</p>
      </Notice>
      <Section
        title={t('zakat_appointment.plural')}
        actions={
          mayEdit && !waits && <a href={paths.zakatAppointment.new(row.id)}>{t('zakat_appointment.new')}</a>
        }
      >
        {letters.length === 0 && <p className="quiet">{t('zakat_appointment.none')}</p>}
        <ul className="facts">
          {letters.map((letter) => (
            <li key={letter.id}>
              <div>
                {letter.has_file ? (
                  <a href={paths.zakatAppointment.letter(letter.id)}>{letter.authority}</a>
                ) : (
                  letter.authority
                )}
                <p className="quiet small">
                  {letter.appointment_no} · {day(letter.valid_from)} – {day(letter.valid_to)}
                </p>
                {letter.decision_reason && <p className="small">{letter.decision_reason}</p>}
              </div>
              <div className="end">
                <StatusBadge status={letter.status} />
                {mayEdit && letter.status === 'requested' && (
                  <PostButton action={paths.zakatAppointment.withdraw(letter.id)}>
                    {t('zakat_appointment.withdraw')}
                  </PostButton>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}
