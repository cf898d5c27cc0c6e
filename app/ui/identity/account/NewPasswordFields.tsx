import { useTranslation } from 'react-i18next'
import { passwordLength } from '#app/domain/identity/passwords/passwords.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { PasswordField } from '#app/ui/core/form/fields.tsx'

interface NewPasswordFieldsProps {
  /** Fields of a form that is made of `newPasswordFields`. */
  of: { password: FieldOf; password_confirmation: FieldOf }
  /** Group of the language files with their labels, as the form's summary of errors has it. */
  noun: string
}

/** A new password, typed twice. */
export function NewPasswordFields({ of, noun }: NewPasswordFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <PasswordField
        of={of.password}
        label={t(`${noun}.password`)}
        hint={t('common.new_password_hint', { min: passwordLength.min })}
        autoComplete="new-password"
      />
      <PasswordField
        of={of.password_confirmation}
        label={t(`${noun}.password_confirmation`)}
        autoComplete="new-password"
      />
    </>
  )
}
