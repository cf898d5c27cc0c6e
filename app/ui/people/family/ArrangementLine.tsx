import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

interface Props {
  parent_id: string
  family_code: string
  last: {
    id: string
    status: string
    next_on: string | null
    next_sen: number | null
    came_sen: number
    total_sen: number
  } | null
  /** Something is owed on which it could be agreed, and the reader may. */
  mayPropose: boolean
}

/** What the family pays in parts, and what comes next; leads to it, to all there were once it is over, or to agreeing on it. */
export function ArrangementLine({ parent_id, family_code, last, mayPropose }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const words = last
    ? t(`arrangement.line.${last.status}`, {
        amount: formatRinggit(last.next_sen ?? 0),
        date: last.next_on ? formatDate(last.next_on, locale) : '',
        total: formatRinggit(last.total_sen),
        left: formatRinggit(Math.max(0, last.total_sen - last.came_sen)),
      })
    : ''
  const isOpen = last?.status === 'proposed' || last?.status === 'active'
  if (last)
    return (
      <p>
        <a href={isOpen ? paths.arrangement.view(last.id) : paths.arrangement.list(family_code)}>{words}</a>
      </p>
    )
  if (!mayPropose) return null
  return (
    <p>
      <a href={paths.arrangement.new(parent_id)}>{t('arrangement.propose_line')}</a>
    </p>
  )
}
