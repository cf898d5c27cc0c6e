import { useTranslation } from 'react-i18next'
import { sessionMinutes } from '#app/domain/classes/sessions/words.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import type { Lesson } from '#app/domain/core/schedule.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Entries } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useTimes } from './times.ts'
import type { ShownSession } from './WeekGrid.tsx'

interface NextSessionsProps {
  subject: { id: string; status: string; schedule: readonly Lesson[] }
  sessions: readonly Pick<
    ShownSession,
    'id' | 'held_on' | 'starts' | 'ends' | 'room' | 'trainer' | 'status'
  >[]
  mayAdd: boolean
  /** The register of a month is printed. */
  mayPrint: boolean
}

const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** On the page of a class: when it is held next. */
export function NextSessions({ subject, sessions, mayAdd, mayPrint }: NextSessionsProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const times = useTimes()
  const odd = subject.schedule.some(({ starts, ends }) => {
    const length = minutes(ends) - minutes(starts)
    return length < sessionMinutes.least || length > sessionMinutes.most
  })
  return (
    <Section
      title={t('class_session.next_sessions')}
      actions={
        <>
          {mayAdd && (
            <a href={paths.class_session.new({ subject_id: subject.id })}>{t('class_session.new')}</a>
          )}{' '}
          {mayPrint && <a href={paths.marking.month(subject.id)}>{t('marking.register.print_month')}</a>}{' '}
          <a href={paths.class_session.calendar({ subject: subject.id })}>
            {t('class_session.all_sessions')}
          </a>
        </>
      }
    >
      {sessions.length > 0 ? (
        <Entries
          items={sessions.map((session) => ({
            title: `${formatDate(session.held_on, locale)}, ${times(session)}`,
            href: paths.class_session.view(session.id),
            meta: [session.room, session.trainer].filter(Boolean).join(' · '),
            status: <StatusBadge status={session.status} />,
          }))}
        />
      ) : (
        <p className="quiet">{t('class_session.next_none')}</p>
      )}
      {odd && <p className="quiet">{t('class_session.too_odd')}</p>}
    </Section>
  )
}
