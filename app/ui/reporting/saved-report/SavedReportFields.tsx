import { useTranslation } from 'react-i18next'
import type { PeriodName } from '#app/domain/reporting/reports/period.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { CheckboxField, SelectField, TextField } from '#app/ui/core/form/fields.tsx'

interface SavedReportFieldsProps {
  fields: Record<'name' | 'period' | 'is_shared', FieldOf>
  /** The periods that the report can work out anew. */
  periods: readonly PeriodName[]
  /** The days that were chosen, in words; undefined for all time. */
  chosen: string | undefined
}

/** What a saved report is called, for which period it is opened, and who has it. */
export function SavedReportFields({ fields, periods, chosen }: SavedReportFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField of={fields.name} label={t('saved_report.name')} hint={t('saved_report.name_hint')} />
      {periods.length > 0 && (
        <SelectField
          of={fields.period}
          label={t('saved_report.period')}
          hint={t('saved_report.period_hint')}
          blank={chosen ? t('saved_report.period_fixed', { period: chosen }) : t('saved_report.period_none')}
          options={periods.map((name) => ({ value: name, label: t(`report.periods.${name}`) }))}
        />
      )}
      <CheckboxField
        of={fields.is_shared}
        label={t('saved_report.is_shared')}
        hint={t('saved_report.is_shared_hint')}
      />
    </>
  )
}
