import { useTranslation } from 'react-i18next'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { TextField } from '#app/ui/core/form/TextField.tsx'
import { Section } from '#app/ui/core/page/Section.tsx'

interface InvoiceShareProps {
  /** The invoice's public page. */
  url: string
  /** Opens WhatsApp with the message written; null when there is nothing left to pay. */
  whatsapp: string | null
  /** Where it was sent by itself. */
  email: string | null
}

/** Ways for the office to get an invoice to its payer. */
export function InvoiceShare({ url, whatsapp, email }: InvoiceShareProps) {
  const { t } = useTranslation()
  const field = { id: 'public_link', name: 'public_link', errorId: 'public_link-error' }
  return (
    <Section title={t('invoice.share')}>
      <div className="fields">
        <p>{email ? t('invoice.emailed_to', { email }) : t('invoice.no_email')}</p>
        <TextField
          of={{ ...field, descriptionId: 'public_link-hint', initialValue: url }}
          label={t('invoice.public_link')}
          hint={t('invoice.public_link_hint')}
          optional={false}
          readOnly
        />
        {whatsapp && (
          <div>
            <LinkButton href={whatsapp}>{t('invoice.whatsapp')}</LinkButton>
            <p className="hint">{t('invoice.whatsapp_hint')}</p>
          </div>
        )}
      </div>
    </Section>
  )
}
