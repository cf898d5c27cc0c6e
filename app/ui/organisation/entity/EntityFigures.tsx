import { useTranslation } from 'react-i18next'
import { formatDate, formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import type {
  moneyOfEntity,
  sizeOfEntity,
  troubleOfEntity,
} from '#app/domain/platform/entities/operator-view.ts'
import { paths } from '#app/paths.ts'
import { Figures } from '#app/ui/core/page/Figures.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

type Of<Find extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<Find>>

const counted = ['student', 'branch', 'staff'] as const

interface Limits {
  id: string
  student_limit: number | null
  branch_limit: number | null
  staff_limit: number | null
}

interface Props {
  row: Limits
  /** Null for who may not see money. */
  money: Of<typeof moneyOfEntity> | null
  trouble: Of<typeof troubleOfEntity>
  /** The last night in which its books were compared; null before the first, and for who may not see it. */
  books: { id: string; on_day: string; state: string } | null
  size: Omit<Of<typeof sizeOfEntity>, 'last_sign_in'> | null
  may: { exceptions: boolean; jobs: boolean }
}

/** What came in, how many there are, and what waits for somebody. */
export function EntityFigures({ row, money, trouble, size, may, books }: Props) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const listed = (name: string, query: Record<string, string>) =>
    paths.admin.listed(name, String(new URLSearchParams(query)))
  const about = { entity_id: row.id }
  return (
    <Figures
      items={[
        ...(money
          ? [
              {
                label: t('entity.collected_month', { month: formatMonth(money.month, locale) }),
                value: formatRinggit(money.month_sen),
                hint: t('entity.collected_all', { sum: formatRinggit(money.all_sen) }),
                href: listed('collection', { ...about, from: money.month }),
              },
            ]
          : []),
        ...(size
          ? counted.map((noun) => {
              const limit = row[`${noun}_limit`]
              return {
                label: t(`entity.count.${noun}`),
                value: size[noun].toLocaleString('en'),
                hint:
                  limit === null ? undefined : t('entity.of_limit', { limit: limit.toLocaleString('en') }),
              }
            })
          : []),
        ...(books
          ? [
              {
                label: t('admin.equation.one'),
                value: t(`admin.equation.states.${books.state}`),
                hint: formatDate(books.on_day, locale),
                href: paths.admin.equation.view(books.id),
              },
            ]
          : []),
        {
          label: t('entity.open_exceptions'),
          value: String(trouble.exceptions),
          href: may.exceptions ? listed('payment-exception', { ...about, state: 'unsettled' }) : undefined,
        },
        {
          label: t('entity.failed_jobs'),
          value: String(trouble.jobs),
          href: may.jobs ? listed('job', { ...about, state: 'open' }) : undefined,
        },
      ]}
    />
  )
}
