import { useTranslation } from 'react-i18next'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import type { Cost } from '#app/domain/messaging/announcements/plan-deliveries.ts'
import { Table } from '#app/ui/core/table/Table.tsx'

interface CostRow {
  channel: string
  count: number
  left_out: string
  credits: number
}

const columns = columnsOf<CostRow>()(
  { key: 'channel', label: 'announcement.channel_label', room: 'who' },
  { key: 'count', label: 'announcement.leaving', kind: 'count' },
  { key: 'left_out', label: 'announcement.left_out', lines: true },
  { key: 'credits', label: 'announcement.credits', kind: 'count', total: true, room: 'much' },
)

/** By channel: how many leave, who is left out and why, and the credits. Without credits for roles that see none. */
export function CostTable({ cost, withCredits }: { cost: Cost; withCredits: boolean }) {
  const { t } = useTranslation()
  const rows = cost.channels.map(({ channel, count, credits, suppressed }) => ({
    channel: t(`announcement.channel.${channel}`),
    ...{ count, credits },
    left_out: Object.entries(suppressed)
      .map(([why, number]) => t(`announcement.suppressed.${why}`, { count: number }))
      .join(', '),
  }))
  return (
    <Table
      caption={t('announcement.cost')}
      columns={withCredits ? columns : columns.slice(0, 3)}
      rows={rows}
      rowKey={({ channel }) => channel}
      cells={{ left_out: ({ left_out }) => left_out || '–' }}
      totals={withCredits ? { credits: cost.credits } : undefined}
    />
  )
}
