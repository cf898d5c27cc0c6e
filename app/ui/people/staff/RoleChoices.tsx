import { useTranslation } from 'react-i18next'
import type { Role } from '#app/domain/core/access/access.ts'
import { CheckboxGroup } from '#app/ui/core/form/CheckboxField.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'

/** Roles to tick, each with a sentence on what it means. */
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
