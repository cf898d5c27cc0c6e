import { useTranslation } from 'react-i18next'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { TextField } from '#app/ui/core/form/fields.tsx'

interface PayerFieldsProps {
  name: FieldOf
  email: FieldOf
  /** Whether a receipt is printed and sent; of an invoice of the platform it is the invoice that says that it is paid. */
  receipt?: boolean
  /** Name and address of who is signed in: they need not write them again. */
  known?: { buyer_name: string; buyer_email: string | null } | null
}

/** Who pays online, and where the receipt goes. */
export function PayerFields({ known, ...fields }: PayerFieldsProps) {
  const { t } = useTranslation()
  const { name, email } = fields
  if (!known?.buyer_name || !known.buyer_email) return <NameAndEmail {...fields} />
  const isWrong = Boolean(name.errors?.length || email.errors?.length)
  return (
    <>
      <p>{t('payment.buyer', { name: known.buyer_name, email: known.buyer_email })}</p>
      <details className="confirm" open={isWrong}>
        <summary>{t('payment.buyer_change')}</summary>
        <div className="fields">
          <NameAndEmail {...fields} />
        </div>
      </details>
    </>
  )
}

function NameAndEmail({ name, email, receipt = true }: Omit<PayerFieldsProps, 'known'>) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        of={name}
        label={t('payment.buyer_name')}
        hint={receipt ? t('payment.buyer_name_hint') : undefined}
        autoComplete="name"
        autoCapitalize="words"
      />
      <PayerEmail of={email} receipt={receipt} />
    </>
  )
}

/** Where the receipt goes. */
export function PayerEmail({ of, receipt = true }: { of: FieldOf; receipt?: boolean }) {
  const { t } = useTranslation()
  return (
    <TextField
      of={of}
      label={t('payment.buyer_email')}
      hint={receipt ? t('payment.buyer_email_hint') : undefined}
      type="email"
      autoComplete="email"
      spellCheck={false}
    />
  )
}
