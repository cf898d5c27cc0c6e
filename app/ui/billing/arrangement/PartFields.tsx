import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { DateField } from '#app/ui/core/form/DateField.tsx'
import { FieldRow, Fieldset } from '#app/ui/core/form/Fieldset.tsx'
import { MoneyField } from '#app/ui/core/form/MoneyField.tsx'

interface Props {
  of: { due_on: FieldMetadata<string>; amount: FieldMetadata<number> }
  /** From 1 on. */
  position: number
  /** The days that a part may have. */
  min: string
  max: string
}

/** By when one part comes, and how much it is. */
export function PartFields({ of, position, min, max }: Props) {
  const { t } = useTranslation()
  return (
    <Fieldset legend={t('arrangement.part', { position })}>
      <FieldRow>
        <DateField of={of.due_on} label={t('arrangement.part_due_on')} min={min} max={max} />
        <MoneyField of={of.amount} label={t('arrangement.amount_sen')} />
      </FieldRow>
    </Fieldset>
  )
}
