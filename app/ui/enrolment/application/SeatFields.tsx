import { useTranslation } from 'react-i18next'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { DateField, FieldRow, Fieldset, HiddenField, SelectField } from '#app/ui/core/form/fields.tsx'

interface SeatFieldsProps {
  subject: string
  hasWaitingList: boolean
  fields: { subject_id: FieldOf; starts_on: FieldOf; place: FieldOf }
}

/** Fields for one class of a child: seat or waiting list, and first day. */
export function SeatFields({ subject, hasWaitingList, fields }: SeatFieldsProps) {
  const { t } = useTranslation()
  const places = hasWaitingList ? (['seat', 'waiting'] as const) : (['seat'] as const)
  return (
    <Fieldset legend={subject}>
      <HiddenField of={fields.subject_id} />
      <FieldRow>
        <SelectField
          of={fields.place}
          label={t('application.place')}
          blank={false}
          options={places.map((value) => ({ value, label: t(`application.places.${value}`) }))}
        />
        <DateField of={fields.starts_on} label={t('enrolment.starts_on')} />
      </FieldRow>
    </Fieldset>
  )
}
