import { useTranslation } from 'react-i18next'
import type { SettledPart } from '#app/domain/billing/arrangements/arrangement.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { Locale } from '#app/i18n/locales.ts'
import {
  type AgreedInvoice,
  AgreedInvoices,
  PartsTable,
} from '#app/ui/billing/arrangement/ArrangementTables.tsx'
import type { Sender } from './head/Letterhead.tsx'
import { Brief, PaperHeading } from './head/PaperHeading.tsx'

interface Props {
  row: {
    parent: string
    family_code: string
    total_sen: number
    parts: readonly SettledPart[]
    invoices: readonly AgreedInvoice[]
    made_on: string
  }
  organisation: Sender
  /** The organisation's logo as an address that the renderer can reach; null for none. */
  logo: string | null
}

/** What a family pays by when, on A4, for both sides to sign. */
export function ArrangementDocument({ row, organisation, logo }: Props) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  const signers = [t('arrangement.family_signs'), t('arrangement.office_signs', { name: organisation.name })]
  return (
    <main className="paper">
      <PaperHeading organisation={organisation} logo={logo} title={t('arrangement.one')} number={row.parent}>
        <Brief label={t('parent.family_code')} value={row.family_code} />
        <Brief label={t('arrangement.requested_at')} value={formatDate(row.made_on, locale)} />
      </PaperHeading>
      <p>
        {t('arrangement.document_text', {
          family: row.parent,
          organisation: organisation.name,
          amount: formatRinggit(row.total_sen),
          count: row.parts.length,
        })}
      </p>
      <PartsTable rows={row.parts} total_sen={row.total_sen} />
      <AgreedInvoices rows={row.invoices} paper />
      <div className="parties signed">
        {signers.map((signer) => (
          <section key={signer}>
            <h2>{signer}</h2>
            <p className="quiet">{t('arrangement.name_and_date')}</p>
          </section>
        ))}
      </div>
    </main>
  )
}
