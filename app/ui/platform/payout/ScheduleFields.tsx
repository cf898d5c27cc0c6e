import { useTranslation } from 'react-i18next'
import { payoutWeekdays } from '#app/domain/platform/payouts/schedule.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { RadioGroup } from '#app/ui/core/form/RadioGroup.tsx'
import { SelectField } from '#app/ui/core/form/SelectField.tsx'
import { TextField } from '#app/ui/core/form/TextField.tsx'

interface Props {
  of: Record<'payout_frequency' | 'weekday' | 'month_day', FieldOf>
}

/** On which day an organisation is paid; of the two days the one that goes with the rhythm counts. */
export function ScheduleFields({ of }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <RadioGroup
        of={of.payout_frequency}
        label={t('payout.day.payout_frequency')}
        options={(['weekly', 'monthly'] as const).map((value) => ({
          value,
          label: t(`payout.day.${value}`),
        }))}
      />
      <SelectField
        of={of.weekday}
        label={t('payout.day.weekday')}
        options={payoutWeekdays.map((value) => ({ value, label: t(`common.weekdays.${value}`) }))}
        width="medium"
      />
      <TextField
        of={of.month_day}
        label={t('payout.day.month_day')}
        hint={t('payout.day.month_day_hint')}
        width="short"
      />
    </>
  )
}
