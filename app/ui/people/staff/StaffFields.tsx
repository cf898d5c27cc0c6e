import type { FieldMetadata } from '@conform-to/react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#app/domain/core/access/access.ts'
import { identityTypes } from '#app/domain/identity/accounts/identity.ts'
import { genders } from '#app/domain/people/staff/staff.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import {
  CheckboxGroup,
  DateField,
  FieldRow,
  Fieldset,
  optionsOf,
  RadioGroup,
  SelectField,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { IdentityFields } from '#app/ui/core/form/IdentityFields.tsx'

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
  /** The stored number, masked. */
  identity?: string | null
}

/** The fields of a new or existing staff member. */
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

/** Phone and e-mail, by which staff are reached and sign in. */
export function ReachFields({ fields }: { fields: Record<'phone' | 'email', FieldOf> }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField of={fields.phone} label={t('staff.phone')} type="tel" autoComplete="off" />
      <TextField
        of={fields.email}
        label={t('staff.email')}
        type="email"
        autoComplete="off"
        spellCheck={false}
      />
    </>
  )
}

/** Checkboxes for roles, each with an explanation. */
export function RoleChoices({ of, roles }: { of: FieldOf; roles: readonly Role[] }) {
  const { t } = useTranslation()
  return (
    <CheckboxGroup
      of={of}
      label={t('staff.roles')}
      hint={t('staff.roles_hint')}
      options={roles.map((value) => ({
        value,
        label: t(`common.role.${value}`),
        hint: t(`staff.role_means.${value}`),
      }))}
    />
  )
}
