import { useTranslation } from 'react-i18next'
import { type SessionRole, scopeOf } from '#app/domain/core/access/access.ts'
import { paths } from '#app/paths.ts'
import { SubNav } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** Navigation between the reports of attendance that the reader may open. */
export function AttendanceReportNav({ current }: { current: 'yearly' | 'details' | 'trainer' }) {
  const { t } = useTranslation()
  const roles = (usePage().user?.roles ?? []) as SessionRole[]
  const pages = [
    { key: 'yearly', permission: 'report_attendance.view' },
    { key: 'details', permission: 'report_attendance.view' },
    { key: 'trainer', permission: 'report_trainer.view' },
  ] as const
  return (
    <SubNav
      label={t('menu.attendance_report')}
      items={pages
        .filter(({ permission }) => scopeOf(roles, permission))
        .map(({ key }) => ({
          label: t(`attendance_report.${key}`),
          href: paths.attendance_report[key](),
          current: key === current,
        }))}
    />
  )
}
