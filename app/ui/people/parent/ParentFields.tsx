import { useTranslation } from 'react-i18next'
import type { addressNames } from '#app/domain/core/contact/address.ts'
import { identityTypes } from '#app/domain/identity/accounts/identity.ts'
import { channels } from '#app/domain/identity/accounts/profile.ts'
import { relationships } from '#app/domain/people/parents/parent.ts'
import { AddressFields } from '#app/ui/core/form/AddressFields.tsx'
import { CheckboxField } from '#app/ui/core/form/CheckboxField.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { FieldRow, Fieldset } from '#app/ui/core/form/Fieldset.tsx'
import { IdentityFields } from '#app/ui/core/form/IdentityFields.tsx'
import { LocaleField } from '#app/ui/core/form/LocaleField.tsx'
import { RadioGroup } from '#app/ui/core/form/RadioGroup.tsx'
import { SelectField } from '#app/ui/core/form/SelectField.tsx'
import { TextField } from '#app/ui/core/form/TextField.tsx'

type Name =
  | ('name' | 'relationship' | 'identity_type' | 'identity_no' | 'phone' | 'email')
  | ('home_phone' | 'occupation' | 'income_above_2500' | 'tin' | 'preferred_locale' | 'preferred_channel')
  | (typeof addressNames)[number]

interface ParentFieldsProps {
  fields: Record<Name, FieldOf> & Partial<Record<'identity_clear' | 'consent', FieldOf>>
  /** The reader may know of the income, and so be asked about it. */
  income: boolean
  /** The number on file, masked. */
  identity?: string | null
}

/** The fields of a parent, new, known or applied for. */
export function ParentFields({ fields, income, identity }: ParentFieldsProps) {
  const { t } = useTranslation()
  const choices = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`parent.${group}.${value}`) }))
  return (
    <>
      <Fieldset legend={t('parent.person')}>
        <TextField of={fields.name} label={t('parent.name')} autoComplete="off" />
        <RadioGroup
          of={fields.relationship}
          label={t('parent.relationship')}
          options={choices('relationships', relationships)}
        />
        <IdentityFields of={fields} noun="parent" types={identityTypes} kept={identity} />
      </Fieldset>
      <Fieldset legend={t('parent.contact')}>
        <FieldRow>
          <TextField of={fields.phone} label={t('parent.phone')} type="tel" autoComplete="off" />
          <TextField of={fields.home_phone} label={t('parent.home_phone')} type="tel" autoComplete="off" />
        </FieldRow>
        <TextField
          of={fields.email}
          label={t('parent.email')}
          type="email"
          autoComplete="off"
          spellCheck={false}
        />
        <FieldRow>
          <LocaleField of={fields.preferred_locale} label={t('parent.preferred_locale')} />
          <SelectField
            of={fields.preferred_channel}
            label={t('parent.preferred_channel')}
            blank={false}
            options={choices('preferred_channels', channels)}
          />
        </FieldRow>
      </Fieldset>
      <Fieldset legend={t('parent.address')} hint={t('parent.address_hint')}>
        <AddressFields of={fields} noun="parent" />
      </Fieldset>
      <Fieldset legend={t('parent.more')}>
        <TextField of={fields.occupation} label={t('parent.occupation')} autoComplete="off" />
        {income ? (
          <SelectField
            of={fields.income_above_2500}
            label={t('parent.income_above_2500')}
            blank={false}
            optional={false}
            width="medium"
            options={choices('income_above_2500s', ['unknown', 'yes', 'no'])}
          />
        ) : null}
        <TextField of={fields.tin} label={t('parent.tin')} width="medium" autoComplete="off" />
        {fields.consent ? (
          <CheckboxField of={fields.consent} label={t('parent.consent')} hint={t('parent.consent_hint')} />
        ) : null}
      </Fieldset>
    </>
  )
}
