import { useTranslation } from 'react-i18next'
import { type OpenInvoice, openInvoiceColumns } from '#app/domain/people/families/family.ts'
import { paths } from '#app/paths.ts'
import { Section } from '#app/ui/core/page/Section.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface OpenSectionProps {
  parent_id: string
  rows: readonly OpenInvoice[]
  mayTake: boolean
}

/** What is still to be paid, child by child; what is ticked is paid at once, with one payment and one receipt. */
export function OpenSection({ parent_id, rows, mayTake }: OpenSectionProps) {
  const { t } = useTranslation()
  const table = (
    <Table
      caption={t('family.open_invoices')}
      columns={openInvoiceColumns}
      rows={rows}
      totals={{ balance_sen: rows.reduce((sum, { balance_sen }) => sum + balance_sen, 0) }}
      open={({ id }) => paths.invoice.view(id)}
      brief
      {...(mayTake ? { actions: (row: OpenInvoice) => <Pick row={row} /> } : {})}
    />
  )
  return (
    <Section title={t('family.open_invoices')}>
      {rows.length === 0 ? (
        <p className="quiet">{t('family.all_paid')}</p>
      ) : mayTake ? (
        <form action={paths.family.pay(parent_id)}>
          {table}
          <div className="fields section">
            <div className="field">
              <label htmlFor="received">
                {t('family.received')} <span className="optional">({t('common.optional')})</span>
              </label>
              <p className="hint" id="received-hint">
                {t('family.received_hint')}
              </p>
              <div className="affix figure short">
                <span aria-hidden="true">RM</span>
                <input
                  id="received"
                  name="amount"
                  maxLength={20}
                  inputMode="decimal"
                  autoComplete="off"
                  aria-describedby="received-hint"
                />
              </div>
            </div>
            <div className="actions">
              <button type="submit">{t('family.take')}</button>
            </div>
          </div>
        </form>
      ) : (
        table
      )}
    </Section>
  )
}

/** What a bank is busy with is not ticked: it may be paid already. */
function Pick({ row }: { row: OpenInvoice }) {
  const { t } = useTranslation()
  return (
    <label className="choice">
      <input
        type="checkbox"
        name="invoice"
        value={row.id}
        defaultChecked={row.status !== 'pending'}
        aria-label={`${t('family.pick')} ${row.number ?? ''}`}
      />
      {t('family.pick')}
    </label>
  )
}
