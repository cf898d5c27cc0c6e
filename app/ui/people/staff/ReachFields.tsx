import { useTranslation } from 'react-i18next'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { TextField } from '#app/ui/core/form/TextField.tsx'

/** By what somebody who works here is reached and signs in. */
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
