import { useTranslation } from 'react-i18next'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { paths } from '#app/paths.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'

interface StayingInvoicesProps {
  stay?:
    | {
        staying: number
        rows: readonly {
          id: string
          number: string | null
          student: string
          total_sen: number
          why: string
        }[]
      }
    | undefined
  generation: string
}

/** Invoices of a run that cannot be taken back, the first of them by name, each with its reason. */
export function StayingInvoices({ stay, generation }: StayingInvoicesProps) {
  const { t } = useTranslation()
  if (!stay || stay.staying === 0) return null
  const { rows, staying } = stay
  return (
    <Notice title={t('generation.staying', { count: staying, invoices: formatCount(staying) })}>
      <ul>
        {rows.map(({ id, number, student, total_sen, why }) => (
          <li key={id}>
            <a href={paths.invoice.view(id)}>{number}</a> {student}, {formatRinggit(total_sen)}:{' '}
            {t(`generation.stays.${why}`)}
          </li>
        ))}
      </ul>
      {staying > rows.length && (
        <a href={paths.generation.students(generation, { result: 'created' })}>
          {t('generation.staying_more', { invoices: formatCount(staying - rows.length) })}
        </a>
      )}
    </Notice>
  )
}
