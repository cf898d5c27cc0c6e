import { useTranslation } from 'react-i18next'
import { formatClock, formatDate } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { unbroken } from '#app/ui/core/text/unbroken.tsx'
import { calendarCss } from './calendar-css.ts'
import { useTimes } from './times.ts'

/** A session as the calendar shows it. */
export interface ShownSession {
  id: string
  subject: string
  held_on: string
  starts: string
  ends: string
  room: string | null
  trainer: string | null
  branch: string
  kind: string
  status: string
  clash: string | null
  /** A parent's own children in it. */
  children?: string | null
}

interface WeekGridProps {
  /** Seven days, `YYYY-MM-DD`, from Monday on. */
  days: readonly string[]
  today: string
  sessions: readonly ShownSession[]
  closed: readonly { on_day: string; name: string; branch: string | null }[]
  /** Whether branches are worth naming. */
  branches: boolean
}

/** Held from and until the same time: it is said once above them. */
const isTogether = (one: ShownSession, other: ShownSession) =>
  one.starts === other.starts && one.ends === other.ends

const hourOf = (time: string) => Number(time.slice(0, 2))

/** A week: seven columns by hours where there is room, and elsewhere one day below the other. */
export function WeekGrid({ days, today, sessions, closed, branches }: WeekGridProps) {
  const { t } = useTranslation()
  const { locale, nonce } = usePage()
  const hours = sessions.map(({ starts }) => hourOf(starts))
  const first = Math.min(...hours, 23)
  const count = Math.max(...hours, first) - first + 1
  // A day on which nothing is held leaves its room to the others.
  const free = days.map(
    (day) => !sessions.some(({ held_on }) => held_on === day) && !closed.some(({ on_day }) => on_day === day),
  )
  const rows = Array.from({ length: count }, (_, index) => first + index)
  return (
    <div className="week">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of numbers, without a word that anybody typed */}
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: calendarCss(count, free) }} />
      {rows.map((hour, index) => (
        <p key={hour} className={`hour small quiet r${index}`} aria-hidden="true">
          {formatClock(`${String(hour).padStart(2, '0')}:00`, locale)}
        </p>
      ))}
      {days.map((day, column) => {
        const held = sessions.filter(({ held_on }) => held_on === day)
        return (
          <section key={day} className={day === today ? `d${column} now` : `d${column}`}>
            <header>
              <h2>
                <a href={paths.class_session.calendar({ view: 'day', day })}>
                  {t(`common.weekdays_short.${column + 1}`)} {formatDate(day, locale).replace(/ \d{4}$/, '')}
                </a>
              </h2>
              <ClosedDay closed={closed.filter(({ on_day }) => on_day === day)} />
              {held.length === 0 && <p className="quiet none">{t('class_session.none')}</p>}
            </header>
            {rows.map((hour, index) => {
              const starting = held
                .filter(({ starts }) => hourOf(starts) === hour)
                .sort((a, b) => `${a.starts} ${a.ends}`.localeCompare(`${b.starts} ${b.ends}`))
              return starting.length === 0 ? null : (
                <ul key={hour} className={`r${index}`}>
                  {starting.map((session, index) => (
                    <SessionCard
                      key={session.id}
                      session={session}
                      branches={branches}
                      isLater={index === 0 || !isTogether(session, starting[index - 1]!)}
                    />
                  ))}
                </ul>
              )
            })}
          </section>
        )
      })}
    </div>
  )
}

export function ClosedDay({ closed }: { closed: readonly { name: string; branch: string | null }[] }) {
  const { t } = useTranslation()
  return closed.map(({ name, branch }) => (
    <p key={`${name} ${branch}`} className="small">
      <span className="status off">
        {branch ? t('class_session.closed_part', { name, branch }) : t('class_session.closed', { name })}
      </span>
    </p>
  ))
}

interface SessionCardProps {
  session: ShownSession
  branches: boolean
  /** At another time than the one above it. */
  isLater: boolean
}

function SessionCard({ session, branches, isLater }: SessionCardProps) {
  const { t } = useTranslation()
  const times = useTimes()
  const { id, subject, room, trainer, branch, kind, status, clash, children } = session
  const details = [children, room, trainer, branches && branch].filter(Boolean).join(' · ')
  return (
    <li>
      <span className={isLater ? 'small time' : 'hidden'}>{times(session)}</span>
      <a href={paths.class_session.view(id)}>{unbroken(subject)}</a>
      {details && <span className="small quiet">{unbroken(details)}</span>}
      {kind !== 'regular' && <span className="small">{t(`class_session.kinds.${kind}`)}</span>}
      {clash && status === 'planned' ? (
        <StatusBadge status="planned" label={t(`class_session.clash_short.${clash}`)} tone="late" />
      ) : (
        // What is planned is the rule, so only the rest is said.
        status !== 'planned' && <StatusBadge status={status} />
      )}
    </li>
  )
}
