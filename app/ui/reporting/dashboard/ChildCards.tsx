import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClocks, formatDate } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { timeWords } from '#app/domain/core/schedule.ts'
import type { ChildCard } from '#app/domain/reporting/dashboards/children.ts'
import type { OpenRow } from '#app/domain/reporting/dashboards/dashboard.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { Entries, Facts } from '#app/ui/core/page/Facts.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useTitles } from '#app/ui/core/text/titles.ts'

interface ChildCardsProps {
  cards: readonly ChildCard[]
  /** Open invoices, which are listed under their child. */
  open?: readonly OpenRow[]
  /** Further parts of a child's card. */
  more?: (child: ChildCard) => ReactNode
}

/** A parent's children: what is owed for each, and when the next class is. */
export function ChildCards({ cards, open = [], more }: ChildCardsProps) {
  const { t } = useTranslation()
  return cards.map((child) => (
    <Section
      key={child.id}
      title={child.name}
      actions={
        <a href={paths.student.view(child.id)} aria-label={`${t('common.action.view')} ${child.name}`}>
          {t('common.action.view')}
        </a>
      }
    >
      <ChildFacts child={child} />
      <OpenInvoices rows={open.filter(({ student_id }) => student_id === child.id)} />
      {more?.(child)}
    </Section>
  ))
}

function ChildFacts({ child }: { child: ChildCard }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { status, owed_sen, pending_sen, next, classes } = child
  const whenOf = ({ lesson, on }: NonNullable<ChildCard['next']>) =>
    on
      ? `${formatDate(on, locale)}, ${formatClocks(lesson.starts, lesson.ends, locale)}`
      : timeWords(lesson, t, locale)
  return (
    <Facts
      items={[
        status !== 'active' && { label: t('student.status'), value: <StatusBadge status={status} /> },
        (owed_sen > 0 || pending_sen === 0) && {
          label: t('dashboard.child.owed'),
          value: owed_sen > 0 ? <b>{formatRinggit(owed_sen)}</b> : t('dashboard.child.nothing'),
        },
        pending_sen > 0 && { label: t('invoice.to_pay_pending'), value: formatRinggit(pending_sen) },
        next && {
          label: t('dashboard.child.next'),
          value: `${whenOf(next)} · ${next.subject}`,
        },
        !next && classes.length > 0 && { label: t('student.classes'), value: classes.join(', ') },
      ]}
    />
  )
}

/** Open invoices, each under what it is for. */
export function OpenInvoices({ rows }: { rows: readonly OpenRow[] }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const { purposeOf } = useTitles()
  if (rows.length === 0) return null
  return (
    <Entries
      items={rows.map(({ id, number, title, due_on, balance_sen, status }) => ({
        ...{ title: purposeOf(title), href: paths.invoice.view(id), sen: balance_sen },
        meta: `${number} · ${t('dashboard.child.due', { date: formatDate(due_on, locale) })}`,
        status: status !== 'unpaid' && <StatusBadge status={status} />,
      }))}
    />
  )
}
