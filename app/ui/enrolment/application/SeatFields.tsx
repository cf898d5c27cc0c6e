import { useTranslation } from 'react-i18next'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { DateField } from '#app/ui/core/form/DateField.tsx'
import { FieldRow, Fieldset } from '#app/ui/core/form/Fieldset.tsx'
import { HiddenField } from '#app/ui/core/form/HiddenField.tsx'
import { SelectField } from '#app/ui/core/form/SelectField.tsx'

interface Props {
  subject: string
  hasWaitingList: boolean
  fields: { subject_id: FieldOf; starts_on: FieldOf; place: FieldOf }
}

/** How a child comes to a class: with a seat or a place on its waiting list, and from when. */
export function SeatFields({ subject, hasWaitingList, fields }: Props) {
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
