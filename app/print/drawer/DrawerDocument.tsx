import { useTranslation } from 'react-i18next'
import { formatDate, formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import {
  type DrawerMove,
  type DrawerSum,
  moveColumns,
  sumColumns,
} from '#app/domain/payments/drawers/drawer.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'
import { drawerTotals } from '#app/ui/payments/drawer/drawer-totals.ts'
import type { Sender } from '../head/Letterhead.tsx'
import { Brief, PaperHeading } from '../head/PaperHeading.tsx'

interface Props {
  row: {
    clerk: string
    branch: string
    opened_on: string
    status: string
    float_sen: number
    payments: number
    counter: string | null
    counted_at: Date | string | null
    confirmer: string | null
    difference_reason: string | null
    sums: readonly DrawerSum[]
    moves: readonly DrawerMove[]
  }
  organisation: Sender
  /** The organisation's logo as an address that the renderer can reach; null for none. */
  logo: string | null
}

/** The closing sheet of a drawer on A4: what was expected and counted, what came and went, and room to sign. */
export function DrawerDocument({ row, organisation, logo }: Props) {
  const { t, i18n } = useTranslation()
  const locale = i18n.language as Locale
  return (
    <main className="paper">
      <PaperHeading organisation={organisation} logo={logo} title={t('drawer.sheet')} number={row.clerk}>
        <Brief label={t('drawer.opened_on')} value={formatDate(row.opened_on, locale)} />
        <Brief label={t('drawer.branch')} value={row.branch} />
        <Brief label={t('drawer.float_sen')} value={formatRinggit(row.float_sen)} />
        <Brief label={t('payment.plural')} value={String(row.payments)} />
        <Brief
          label={t('drawer.counted_at')}
          value={row.counted_at && formatInstant(row.counted_at, locale)}
        />
      </PaperHeading>
      <p>
        <StatusBadge status={row.status} />
      </p>
      <Table
        caption={t('drawer.sums')}
        columns={sumColumns}
        rows={row.sums}
        totals={drawerTotals(row.sums)}
        rowKey={({ method }) => method}
      />
      {row.difference_reason && (
        <p>
          {t('drawer.difference_reason')}: {row.difference_reason}
        </p>
      )}
      {row.moves.length > 0 && <Table caption={t('drawer.moves')} columns={moveColumns} rows={row.moves} />}
      <div className="parties signed">
        <section>
          <h2>{t('drawer.counter')}</h2>
          <p>{row.counter ?? row.clerk}</p>
        </section>
        <section>
          <h2>{t('drawer.confirmer')}</h2>
          <p>{row.confirmer ?? '–'}</p>
        </section>
      </div>
      <footer>
        <span>{t('drawer.sheet')}</span>
        <span>{organisation.name}</span>
      </footer>
    </main>
  )
}
