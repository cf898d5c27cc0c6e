import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDays } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { Entries } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { AttendanceSummary, ComingEntries } from './AttendanceView.tsx'

interface Of extends ComponentProps<typeof AttendanceSummary> {
  coming: ComponentProps<typeof ComingEntries>['sessions']
  leave: readonly { id: string; starts_on: string; ends_on: string; reason: string }[]
}

interface AttendanceSectionProps {
  of: Of
  /** The reader may ask for leave of this student. */
  leave: boolean
}

/** The sessions of a student on their page: how often they came, what is coming, and leave. */
export function AttendanceSection({ of, leave }: AttendanceSectionProps) {
  const { t } = useTranslation()
  return (
    <>
      <Section title={t('attendance.plural')} actions={leave && <AskLeave student_id={of.student_id} />}>
        <LeaveEntries leave={of.leave} />
        <AttendanceSummary {...of} />
      </Section>
      {of.coming.length > 0 && (
        <Section title={t('attendance.coming')}>
          <ComingEntries sessions={of.coming} />
        </Section>
      )}
    </>
  )
}

/** The same within the card of a child, among a parent's other children. */
export function ChildAttendance({ of, leave }: AttendanceSectionProps) {
  const { t } = useTranslation()
  return (
    <>
      <h3>{t('attendance.coming')}</h3>
      <ComingEntries sessions={of.coming} />
      <LeaveEntries leave={of.leave} />
      <h3>{t('attendance.last')}</h3>
      <AttendanceSummary {...of} />
      {leave && (
        <div className="actions">
          <AskLeave student_id={of.student_id} />
        </div>
      )}
    </>
  )
}

function AskLeave({ student_id }: { student_id: string }) {
  const { t } = useTranslation()
  return <LinkButton href={paths.leave_request.new(student_id)}>{t('leave_request.new')}</LinkButton>
}

/** Leave that has begun or is to come. */
function LeaveEntries({ leave }: { leave: Of['leave'] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (leave.length === 0) return null
  return (
    <Entries
      items={leave.map(({ id, starts_on, ends_on, reason }) => ({
        title: `${t('leave_request.one')} · ${formatDays(starts_on, ends_on, locale)}`,
        href: paths.leave_request.view(id),
        meta: reason,
      }))}
    />
  )
}
