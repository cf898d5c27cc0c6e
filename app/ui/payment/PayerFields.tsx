import { useTranslation } from 'react-i18next'
import type { FieldOf } from '#app/ui/form/control.ts'
import { TextField } from '#app/ui/form/TextField.tsx'

/** Who pays online, and where the receipt goes. */
export function PayerFields({ name, email }: { name: FieldOf; email: FieldOf }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        of={name}
        label={t('payment.buyer_name')}
        hint={t('payment.buyer_name_hint')}
        autoComplete="name"
        autoCapitalize="words"
      />
      <PayerEmail of={email} />
    </>
  )
}

/** Where the receipt goes. */
export function PayerEmail({ of }: { of: FieldOf }) {
  const { t } = useTranslation()
  return (
    <TextField
      of={of}
      label={t('payment.buyer_email')}
      hint={t('payment.buyer_email_hint')}
      type="email"
      autoComplete="email"
      spellCheck={false}
    />
  )
}
