import { useTranslation } from 'react-i18next'
import type { addressNames } from '#app/domain/core/contact/address.ts'
import { identityTypes } from '#app/domain/identity/accounts/identity.ts'
import { channels } from '#app/domain/identity/accounts/profile.ts'
import type { SimilarParent } from '#app/domain/people/parents/change-parent.ts'
import { relationships } from '#app/domain/people/parents/parent.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { AddressFields } from '#app/ui/core/form/AddressFields.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import {
  CheckboxField,
  FieldRow,
  Fieldset,
  LocaleField,
  RadioGroup,
  SelectField,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { IdentityFields } from '#app/ui/core/form/IdentityFields.tsx'

type Name =
  | ('name' | 'relationship' | 'identity_type' | 'identity_no' | 'phone' | 'email')
  | ('home_phone' | 'occupation' | 'income_above_2500' | 'tin' | 'preferred_locale' | 'preferred_channel')
  | (typeof addressNames)[number]

interface ParentFieldsProps {
  fields: Record<Name, FieldOf> & Partial<Record<'identity_clear' | 'consent', FieldOf>>
  /** The reader may see the income, so the form asks for it. */
  income: boolean
  /** The stored number, masked. */
  identity?: string | null
}

/** The fields of a parent, for new, existing and applying parents. */
export function ParentFields({ fields, income, identity }: ParentFieldsProps) {
  const { t } = useTranslation()
  const choices = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`parent.${group}.${value}`) }))
  return (
    <>
      <Fieldset legend={t('parent.person')} id="person">
        <TextField of={fields.name} label={t('parent.name')} autoComplete="off" />
        <RadioGroup
          of={fields.relationship}
          label={t('parent.relationship')}
          options={choices('relationships', relationships)}
        />
        <IdentityFields of={fields} noun="parent" types={identityTypes} kept={identity} />
      </Fieldset>
      <Fieldset legend={t('parent.contact')} id="contact">
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
      <Fieldset legend={t('parent.address')} id="address" hint={t('parent.address_hint')}>
        <AddressFields of={fields} noun="parent" />
      </Fieldset>
      <Fieldset legend={t('parent.tax')} id="tax">
        <TextField
          of={fields.tin}
          label={t('parent.tin')}
          hint={t('parent.tin_hint')}
          width="medium"
          autoComplete="off"
        />
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
        {fields.consent ? (
          <CheckboxField of={fields.consent} label={t('parent.consent')} hint={t('parent.consent_hint')} />
        ) : null}
      </Fieldset>
    </>
  )
}

interface SimilarParentsProps {
  found: readonly SimilarParent[]
  /** The checkbox that confirms that it is somebody else. */
  of: FieldOf
  /** Where to continue with an existing parent; by default their page. */
  take?: ((id: string) => string) | undefined
}

/** Existing parents with the same number, phone or e-mail, and how to continue. */
export function SimilarParents({ found, of, take = paths.parent.view }: SimilarParentsProps) {
  const { t } = useTranslation()
  const sameNumber = found.some(({ same }) => same === 'identity_no')
  // A confirmation is kept when the form comes back with other errors.
  const asks = !sameNumber && (found.length > 0 || of.initialValue === 'on')
  return (
    <>
      {found.length > 0 ? (
        <Notice tone="warning" title={t('parent.similar')}>
          <ul>
            {found.map(({ id, name, family_code, same }) => (
              <li key={id ?? same}>
                {id ? <a href={take(id)}>{`${name} · ${family_code}`}</a> : t('parent.similar_elsewhere')}
                {` (${t(`parent.same.${same}`)})`}
              </li>
            ))}
          </ul>
          <p>{t(sameNumber ? 'parent.similar_number_text' : 'parent.similar_text')}</p>
        </Notice>
      ) : null}
      {asks ? <CheckboxField of={of} label={t('parent.is_another')} optional={false} /> : null}
    </>
  )
}
