import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { TopUpOffer } from '#app/domain/platform/message-credits/top-up.ts'
import { Table } from '#app/ui/core/table/Table.tsx'

const columns = columnsOf<TopUpOffer>()(
  { key: 'sub_total_sen', label: 'message_credit.price', kind: 'money' },
  { key: 'credits', label: 'message_credit.credits', kind: 'count' },
  { key: 'bonus', label: 'message_credit.bonus', kind: 'count' },
)

interface PricesProps {
  offers: readonly TopUpOffer[]
  actions?: (offer: TopUpOffer) => ReactNode
}

/** What some amounts of a top-up buy. */
export function Prices({ offers, actions }: PricesProps) {
  const { t } = useTranslation()
  return (
    <>
      <Table
        caption={t('message_credit.prices')}
        columns={columns}
        rows={offers}
        rowKey={({ sub_total_sen }) => String(sub_total_sen)}
        actions={actions}
      />
      <p className="quiet small">{t('message_credit.before_tax')}</p>
    </>
  )
}
