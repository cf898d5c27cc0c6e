import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import type { SeatRow } from '#app/domain/people/enrolments/enrolment.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import type { FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { CurrentValues } from '#app/ui/core/page/CurrentValues.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The version of a seat that a form carries, and how it stands when somebody else was quicker. */
export function SeatNow({ row, form, field }: { row: SeatRow; form: FormOf; field: FieldOf }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const date = (on: string | null) => on && formatDate(on, locale)
  return (
    <CurrentValues
      shown={form.errors?.includes('version_conflict') === true}
      items={[
        { label: t('enrolment.status'), value: t(`common.status.${row.status}`) },
        { label: t('enrolment.paused_from'), value: date(row.paused_from) },
        { label: t('enrolment.paused_to'), value: date(row.paused_to) },
        { label: t('enrolment.ends_on'), value: date(row.ends_on) },
      ]}
      field={field}
      version={row.version}
    />
  )
}
