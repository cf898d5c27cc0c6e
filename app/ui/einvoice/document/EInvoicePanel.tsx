import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import type { ShownDocumentStatus } from '#app/domain/core/invoicing/einvoice-state.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

interface EInvoicePanelProps {
  of: {
    number: string
    status: ShownDocumentStatus
    uuid: string | null
    validated_at: Date | string | null
    link: string | null
    isTest: boolean
    id: string | null
  }
  /** The page is about several invoices, so each is named. */
  named?: boolean
  /** The QR code of its page at the tax portal. */
  children?: ReactNode
}

/** Where the e-invoice of an invoice stands; of a valid one its UUID, link and QR code. */
export function EInvoicePanel({ of, named = false, children }: EInvoicePanelProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { number, status, uuid, validated_at, link, isTest, id } = of
  return (
    <Section title={named ? t('einvoice.on_paper.of', { number }) : t('einvoice.one')}>
      <Facts
        items={[
          {
            label: t('einvoice.status'),
            value: (
              <>
                <StatusBadge status={status} words="einvoice.statuses" />
                {isTest && <small className="quiet"> · {t('einvoice.environments.sandbox')}</small>}
              </>
            ),
          },
          uuid !== null && { label: t('einvoice.uuid'), value: <Breakable text={uuid} /> },
          validated_at !== null && {
            label: t('einvoice.validated_at'),
            value: formatInstant(validated_at, locale),
          },
        ]}
      />
      {children}
      <p>
        {link && <a href={link}>{t('einvoice.open_portal')}</a>}
        {link && id && ' · '}
        {id && <a href={paths.einvoice.view(id)}>{t('einvoice.details')}</a>}
      </p>
    </Section>
  )
}

/** A long number that may break in its middle on a narrow page; who copies it gets it whole. */
function Breakable({ text }: { text: string }) {
  const middle = Math.ceil(text.length / 2)
  return (
    <>
      {text.slice(0, middle)}
      <wbr />
      {text.slice(middle)}
    </>
  )
}
