import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { adjustedColumns, lineColumns } from '#app/domain/platform/payouts/payout.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { Sum } from '#app/ui/accounting/reconciliation/Sum.tsx'
import { ConfirmButton, LinkButton } from '#app/ui/core/form/Button.tsx'
import type { Fact } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { Pages } from '#app/ui/core/table/Pagination.tsx'
import { Table, type TableProps } from '#app/ui/core/table/Table.tsx'

interface Payout {
  payout_on: string
  period_start: string
  period_end: string
  bank_name: string | null
  account_name: string | null
  account_number: string | null
  bank_reference: string | null
  paid_on: string | null
}

/** Facts of a payout: day, period, account, and the bank's reference once it is paid. */
export function payoutFacts(row: Payout, t: TFunction, locale: Locale): (Fact | false)[] {
  return [
    { label: t('payout.payout_on'), value: formatDate(row.payout_on, locale) },
    {
      label: t('payout.period'),
      value: `${formatDate(row.period_start, locale)} – ${formatDate(row.period_end, locale)}`,
    },
    { label: t('payout.bank_name'), value: row.bank_name },
    { label: t('payout.account_name'), value: row.account_name },
    { label: t('payout.account_number'), value: row.account_number },
    row.bank_reference !== null && { label: t('payout.bank_reference'), value: row.bank_reference },
    row.paid_on !== null && { label: t('payout.paid_on'), value: formatDate(row.paid_on, locale) },
  ]
}

interface Sums {
  gross_sen: number
  fees_sen: number
  reversals_sen: number
  adjustments_sen: number
  net_sen: number
}

/** The calculation of a payout's net sum. */
export function PayoutSums({ of }: { of: Sums }) {
  const { t } = useTranslation()
  return (
    <Section title={t('payout.sums')}>
      <Sum
        lines={[
          { label: t('collection.gross'), sen: of.gross_sen },
          { label: t('collection.fees'), sen: -of.fees_sen },
          { label: t('payout.reversals'), sen: -of.reversals_sen },
          { label: t('payout.adjustments'), sen: of.adjustments_sen },
        ]}
        total={{ label: t('payout.net'), sen: of.net_sen }}
      />
    </Section>
  )
}

type Line = { id: string } & Record<(typeof lineColumns)[number]['key'], string | number>
type Adjusted = { id: string } & Record<(typeof adjustedColumns)[number]['key'], string | number | null>

interface PayoutItemsProps<L extends Line> {
  lines: readonly L[]
  /** How many lines there were when it was prepared. */
  count: number
  adjusted: readonly Adjusted[]
  /** Link of a line, if the reader may open it. */
  open?: TableProps<L>['open']
  /** Further links of a line. */
  actions?: TableProps<L>['actions']
  /** Link to the list of all lines. */
  all?: string
  /** The present page, if lines are paginated. */
  pages?: { page: number; pages: number }
}

/** Lines and adjustments of a payout. */
export function PayoutItems<L extends Line>({
  lines,
  count,
  adjusted,
  open,
  actions,
  all,
  pages,
}: PayoutItemsProps<L>) {
  const { t } = useTranslation()
  return (
    <>
      <Section
        title={t('payout.lines')}
        actions={lines.length > 0 && all ? <a href={all}>{t('payout.all_lines')}</a> : undefined}
      >
        {lines.length > 0 ? (
          <Table
            caption={t('payout.lines')}
            columns={lineColumns}
            rows={lines}
            open={open}
            actions={actions}
            brief
          />
        ) : (
          <p>{t('payout.no_lines')}</p>
        )}
        {pages
          ? pages.pages > 1 && <Pages {...pages} search={{}} />
          : lines.length > 0 &&
            lines.length < count && <p>{t('payout.first_lines', { shown: lines.length, count })}</p>}
      </Section>
      {adjusted.length > 0 && (
        <TableSection title={t('payout.adjustments')} columns={adjustedColumns} rows={adjusted} brief />
      )}
    </>
  )
}

interface PayoutVerbsProps {
  payout: { id: string; number: string; status: string; version: number; entity_id: string }
  mayCreate: boolean
  /** A second person, who neither prepared nor released it. */
  mayApprove: boolean
}

const wentToBank = ['processing', 'paid', 'failed']

/** Buttons for the next steps of a payout. */
export function PayoutVerbs({ payout, mayCreate, mayApprove }: PayoutVerbsProps) {
  const { t } = useTranslation()
  const { id, number, status } = payout
  const to = paths.admin.payout
  const shared = { fields: { version: String(payout.version) }, look: 'primary' } as const
  const link = (verb: 'hold' | 'cancel' | 'failed' | 'file' | 'paid') => (
    <LinkButton href={to[verb](id)}>{t(`payout.${verb}`)}</LinkButton>
  )
  return (
    <>
      {mayApprove && status === 'draft' && (
        <ConfirmButton
          {...shared}
          label={t('payout.approve')}
          text={t('payout.approve_question', { number })}
          action={to.approve(id)}
          confirm={t('payout.approve')}
        />
      )}
      {mayCreate && status === 'on_hold' && (
        <ConfirmButton
          {...shared}
          label={t('payout.release')}
          text={t('payout.release_question', { number })}
          action={to.release(id)}
          confirm={t('payout.release')}
        />
      )}
      {mayCreate && (status === 'draft' || status === 'approved') && link('hold')}
      {mayCreate && status === 'draft' && link('cancel')}
      {mayCreate && wentToBank.includes(status) && link('file')}
      {mayCreate && status === 'processing' && link('paid')}
      {mayCreate && status === 'processing' && link('failed')}
      {mayCreate && (status === 'paid' || status === 'processing') && (
        <LinkButton href={paths.admin.payoutAdjustment.new({ entity_id: payout.entity_id })}>
          {t('payout.adjust')}
        </LinkButton>
      )}
    </>
  )
}
