import { useTranslation } from 'react-i18next'
import { type addressNames, states } from '#app/domain/core/contact/address.ts'
import { NumberField } from '#app/ui/core/form/fields.tsx'
import type { FieldOf } from './control.ts'
import { FieldRow, SelectField, TextField } from './fields.tsx'

interface AddressFieldsProps {
  of: Record<(typeof addressNames)[number], FieldOf>
  /** Group of the language files with the labels. */
  noun: string
  /** It is the reader's own, which their browser knows. */
  own?: boolean
}

/** An address in Malaysia, in the order in which it is written. */
export function AddressFields({ of, noun, own = false }: AddressFieldsProps) {
  const { t } = useTranslation()
  const known = (name: string) => (own ? name : 'off')
  return (
    <>
      <TextField
        of={of.address_line1}
        label={t(`${noun}.address_line1`)}
        autoComplete={known('address-line1')}
      />
      <TextField
        of={of.address_line2}
        label={t(`${noun}.address_line2`)}
        autoComplete={known('address-line2')}
      />
      <TextField
        of={of.address_line3}
        label={t(`${noun}.address_line3`)}
        autoComplete={known('address-line3')}
      />
      <FieldRow>
        <NumberField of={of.postcode} label={t(`${noun}.postcode`)} autoComplete={known('postal-code')} />
        <TextField of={of.city} label={t(`${noun}.city`)} autoComplete={known('address-level2')} />
      </FieldRow>
      <SelectField
        of={of.state}
        label={t(`${noun}.state`)}
        autoComplete={known('address-level1')}
        options={states.map((value) => ({ value, label: value }))}
      />
    </>
  )
}
