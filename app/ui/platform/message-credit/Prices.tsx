import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf, formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type { TopUpOffer } from '#app/domain/platform/message-credits/top-up.ts'
import { Table } from '#app/ui/core/table/Table.tsx'

const rowOf = ({ sub_total_sen, credits, bonus }: TopUpOffer) => ({
  ...{ sub_total_sen, credits, bonus: bonus || null },
  // What is chosen from is read from the left.
  amount: formatRinggit(sub_total_sen),
})

const columns = columnsOf<ReturnType<typeof rowOf>>()(
  { key: 'amount', label: 'message_credit.price', room: 'who' },
  { key: 'credits', label: 'message_credit.credits', kind: 'count', room: 'much' },
  { key: 'bonus', label: 'message_credit.bonus', kind: 'count' },
)

interface PricesProps {
  offers: readonly TopUpOffer[]
  /** Where an amount in sen is chosen. */
  choose?: (sen: number) => string
}

/** What some amounts of a top-up buy. */
export function Prices({ offers, choose }: PricesProps): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <p className="quiet small">{t('message_credit.before_tax')}</p>
      <Table
        caption={t('message_credit.prices')}
        columns={columns}
        rows={offers.map(rowOf)}
        rowKey={({ amount }) => amount}
        open={choose && (({ sub_total_sen }) => choose(sub_total_sen))}
        cells={{ credits: ({ credits }) => t('subscription.credits_now', { credit: formatCount(credits) }) }}
        brief
      />
    </>
  )
}
