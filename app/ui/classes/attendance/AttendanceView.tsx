import { useTranslation } from 'react-i18next'
import type { ComingSession } from '#app/domain/classes/attendance/family-attendance.ts'
import type { MarkRow } from '#app/domain/classes/attendance/find-marks.ts'
import { type AttendanceCounts, attendanceRate, attendedOf } from '#app/domain/classes/attendance/percent.ts'
import { formatClocks, formatDate } from '#app/domain/core/dates.ts'
import { formatPercent } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Entries, Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** A percentage with what it is made of: `94.4% (17 of 18 sessions) · 1 late · 1 absent`. */
export function ShareText({ of }: { of: AttendanceCounts }) {
  const { t } = useTranslation()
  const rate = attendanceRate(of)
  const missed = (['late', 'absent', 'excused'] as const)
    .filter((one) => of[one] > 0)
    .map((one) => t(`attendance.${one}_count`, { count: of[one] }))
  const share =
    rate === null
      ? t('attendance.none_counted')
      : t('attendance.share', {
          ...{ rate: formatPercent(rate), part: attendedOf(of), whole: of.held - of.excused },
        })
  return [share, ...missed].join(' · ')
}

export type ShownMark = Pick<
  MarkRow,
  'id' | 'subject' | 'held_on' | 'starts' | 'ends' | 'mark' | 'standing' | 'late_minutes' | 'remark'
>

/** Marks one below the other: the class, when it was, what was remarked, and the mark as word and shape. */
export function MarkEntries({ marks }: { marks: readonly ShownMark[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <Entries
      items={marks.map((one) => ({
        title: `${formatDate(one.held_on, locale)} · ${one.subject}`,
        meta: [
          formatClocks(one.starts, one.ends, locale),
          one.late_minutes !== null && t('attendance.late_by', { count: one.late_minutes }),
          one.standing !== null && t(`attendance.standings.${one.standing}`),
          one.remark,
        ]
          .filter(Boolean)
          .join(' · '),
        status: <StatusBadge status={one.mark} words="attendance.marks" />,
      }))}
    />
  )
}

/** Sessions of the coming days; a cancelled one says so and why. */
export function ComingEntries({ sessions }: { sessions: readonly ComingSession[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (sessions.length === 0) return <p className="quiet">{t('attendance.nothing_coming')}</p>
  return (
    <Entries
      items={sessions.map((one) => ({
        title: `${weekday(one.held_on)} ${formatDate(one.held_on, locale)} · ${one.subject}`,
        meta: [
          formatClocks(one.starts, one.ends, locale),
          one.room,
          one.trainer && t('attendance.with_trainer', { name: one.trainer }),
          one.cancel_reason && t('attendance.cancelled', { reason: one.cancel_reason }),
        ]
          .filter(Boolean)
          .join(' · '),
        status: one.status === 'cancelled' && <StatusBadge status="cancelled" />,
      }))}
    />
  )

  function weekday(on: string) {
    return t(`common.weekdays_short.${new Date(`${on}T00:00:00Z`).getUTCDay() || 7}`)
  }
}

interface ChildAttendanceProps {
  student_id: string
  month: AttendanceCounts
  year: AttendanceCounts
  marks: readonly ShownMark[]
}

/** How often a student came, and the latest marks, with a link to all. */
export function AttendanceSummary({ student_id, month, year, marks }: ChildAttendanceProps) {
  const { t } = useTranslation()
  return (
    <>
      <Facts
        items={[
          { label: t('attendance.this_month'), value: <ShareText of={month} /> },
          { label: t('attendance.this_year'), value: <ShareText of={year} /> },
        ]}
      />
      {marks.length > 0 ? (
        <>
          <MarkEntries marks={marks} />
          <p>
            <a href={paths.attendance.student(student_id)}>{t('attendance.all_marks')}</a>
          </p>
        </>
      ) : (
        <p className="quiet">{t('attendance.no_marks')}</p>
      )}
    </>
  )
}
