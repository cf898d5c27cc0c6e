import { useTranslation } from 'react-i18next'
import { addMonths, formatMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { roundingSteps } from '#app/domain/enrolment/rollovers/rollover.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import {
  CheckboxField,
  DateField,
  HiddenField,
  PercentField,
  SelectField,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

const monthsAhead = 14

type Names =
  | 'name'
  | 'ends_on'
  | 'starts_on'
  | 'bills_from'
  | 'percent_bp'
  | 'step_sen'
  | 'keeps_own_fees'
  | 'share_bp'
  | 'form_key'

/** Fields of a rollover: days and price increase. */
export function RolloverFields({ fields, today }: { fields: Record<Names, FieldOf>; today: string }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const first = startOfMonth(today)
  const months = Array.from({ length: monthsAhead }, (_, ahead) => addMonths(first, ahead).slice(0, 7))
  return (
    <>
      <TextField
        of={fields.name}
        label={t('rollover.name')}
        hint={t('rollover.name_hint')}
        autoComplete="off"
      />
      <DateField of={fields.ends_on} label={t('rollover.ends_on')} />
      <DateField of={fields.starts_on} label={t('rollover.starts_on')} />
      <SelectField
        of={fields.bills_from}
        label={t('rollover.bills_from')}
        hint={t('rollover.bills_from_hint')}
        blank={false}
        width="medium"
        options={months.map((value) => ({ value, label: formatMonth(value, locale) }))}
      />
      <PercentField
        of={fields.percent_bp}
        label={t('rollover.percent_bp')}
        hint={t('rollover.percent_hint')}
      />
      <SelectField
        of={fields.step_sen}
        label={t('rollover.step_sen')}
        blank={false}
        width="medium"
        options={roundingSteps.map((sen) => ({ value: String(sen), label: formatRinggit(sen) }))}
      />
      <CheckboxField of={fields.keeps_own_fees} label={t('rollover.keeps_own_fees')} />
      <PercentField of={fields.share_bp} label={t('rollover.share_bp')} hint={t('rollover.share_hint')} />
      <HiddenField of={fields.form_key} />
    </>
  )
}
