import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import { identityTypes } from '#app/domain/identity/accounts/identity.ts'
import { genders } from '#app/domain/people/staff/staff.ts'
import { CheckboxGroup } from '#app/ui/core/form/CheckboxField.tsx'
import { DateField } from '#app/ui/core/form/DateField.tsx'
import { FieldRow, Fieldset } from '#app/ui/core/form/Fieldset.tsx'
import { IdentityFields } from '#app/ui/core/form/IdentityFields.tsx'
import { RadioGroup } from '#app/ui/core/form/RadioGroup.tsx'
import { optionsOf, SelectField } from '#app/ui/core/form/SelectField.tsx'
import { TextField } from '#app/ui/core/form/TextField.tsx'
import { ReachFields } from './ReachFields.tsx'

type Name =
  | 'name'
  | 'staff_no'
  | 'gender'
  | 'identity_type'
  | 'identity_no'
  | 'born_on'
  | 'phone'
  | 'email'
  | 'department_id'
  | 'branch_ids'
  | 'position'
  | 'joined_on'
  | 'ended_on'

interface Props {
  // biome-ignore lint/suspicious/noExplicitAny: what a field holds does not matter to who draws it
  fields: Record<Name, FieldMetadata<any, any, any>> & { identity_clear?: FieldMetadata<any, any, any> }
  branches: readonly { id: string; name: string }[]
  departments: readonly { id: string; name: string }[]
  today: string
  /** The number on file, masked. */
  identity?: string | null
}

/** The fields of a person who works here, new or known. */
export function StaffFields({ fields, branches, departments, today, identity }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Fieldset legend={t('staff.person')}>
        <TextField of={fields.name} label={t('staff.name')} autoComplete="off" />
        <RadioGroup
          of={fields.gender}
          label={t('staff.gender')}
          options={genders.map((value) => ({ value, label: t(`staff.genders.${value}`) }))}
        />
        <IdentityFields of={fields} noun="staff" types={identityTypes} kept={identity} />
        <DateField of={fields.born_on} label={t('staff.born_on')} max={today} autoComplete="off" />
      </Fieldset>
      <Fieldset legend={t('staff.contact')} hint={t('staff.contact_hint')}>
        <ReachFields fields={fields} />
      </Fieldset>
      <Fieldset legend={t('staff.work')}>
        <FieldRow>
          <TextField of={fields.staff_no} label={t('staff.staff_no')} autoComplete="off" />
          <TextField of={fields.position} label={t('staff.position')} autoComplete="off" />
        </FieldRow>
        <CheckboxGroup of={fields.branch_ids} label={t('staff.branch_ids')} options={optionsOf(branches)} />
        <SelectField
          of={fields.department_id}
          label={t('staff.department_id')}
          blank={t('staff.no_department')}
          options={optionsOf(departments)}
        />
        <FieldRow>
          <DateField of={fields.joined_on} label={t('staff.joined_on')} />
          <DateField of={fields.ended_on} label={t('staff.ended_on')} />
        </FieldRow>
      </Fieldset>
    </>
  )
}
