import { useTranslation } from 'react-i18next'
import type { ChangedSession } from '#app/domain/classes/sessions/changed-sessions.ts'
import { formatClock, formatDate } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useTimes } from './times.ts'

/** On a family's Home: what is not held, or at another time, so that nobody comes in vain. */
export function ChangedSessions({ rows }: { rows: readonly ChangedSession[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const times = useTimes()
  if (rows.length === 0) return null
  return (
    <Notice tone="warning" title={t('class_session.changed')}>
      <ul>
        {rows.map((row) => {
          const told = {
            name: row.children.join(', '),
            subject: row.subject,
            date: formatDate(row.held_on, locale),
            time: times(row),
          }
          return (
            <li key={row.id}>
              <a href={paths.class_session.view(row.id)}>
                {row.cancel_reason !== null
                  ? t('class_session.changed_cancelled', { ...told, reason: row.cancel_reason })
                  : t('class_session.changed_moved', {
                      ...told,
                      from: t('class_session.of_day', {
                        date: formatDate(row.planned_on!, locale),
                        time: formatClock(row.planned_starts!, locale),
                      }),
                    })}
              </a>
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
