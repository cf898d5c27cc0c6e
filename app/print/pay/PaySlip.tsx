import { useTranslation } from 'react-i18next'
import type { SheetLine } from '#app/domain/classes/pay/find-pay-sheets.ts'
import { formatDate, formatMonth } from '#app/domain/core/dates.ts'
import { formatDuration } from '#app/domain/core/lists/columns.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { payColumns, payRows } from '#app/ui/classes/pay/pay-rows.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import type { Sender } from '../head/Letterhead.tsx'
import { Brief, PaperHeading } from '../head/PaperHeading.tsx'

interface Props {
  row: {
    trainer: string
    month_name: string
    status: string
    total_sen: number
    sessions: number
    minutes: number
    bank_name: string | null
    tin: string | null
    submitter: string | null
    decider: string | null
    paid_on: string | null
    bank_reference: string | null
  }
  lines: readonly SheetLine[]
  organisation: Sender
  /** The organisation's logo as an address that the renderer can reach; null for none. */
  logo: string | null
}

/** A trainer's payslip on A4: each session with its hours and rate, corrections, the sum, and who stands for it. */
export function PaySlip({ row, lines, organisation, logo }: Props) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  return (
    <main className="paper">
      <PaperHeading
        organisation={organisation}
        logo={logo}
        title={t('pay_sheet.payslip')}
        number={row.trainer}
      >
        <Brief label={t('pay_sheet.month')} value={formatMonth(row.month_name, locale)} />
        <Brief label={t('pay_sheet.sessions')} value={String(row.sessions)} />
        <Brief label={t('pay_sheet.hours')} value={formatDuration(row.minutes, t)} />
        <Brief label={t('pay_sheet.tin')} value={row.tin} />
        <Brief label={t('pay_sheet.bank_name')} value={row.bank_name} />
        <Brief label={t('pay_sheet.paid_on')} value={row.paid_on && formatDate(row.paid_on, locale)} />
        <Brief label={t('pay_sheet.bank_reference')} value={row.bank_reference} />
      </PaperHeading>
      <p>
        <StatusBadge status={row.status} words="pay_sheet.statuses" />
      </p>
      <Table
        caption={t('pay_sheet.lines')}
        columns={payColumns}
        rows={payRows(lines, t, locale)}
        totals={{ amount_sen: row.total_sen }}
        rowKey={({ id }) => id}
      />
      <div className="parties signed">
        <section>
          <h2>{t('pay_sheet.submitter')}</h2>
          <p>{row.submitter ?? '–'}</p>
        </section>
        <section>
          <h2>{t('pay_sheet.decider')}</h2>
          <p>{row.decider ?? '–'}</p>
        </section>
      </div>
      <footer>
        <span>{t('pay_sheet.payslip')}</span>
        <span>{organisation.name}</span>
      </footer>
    </main>
  )
}
