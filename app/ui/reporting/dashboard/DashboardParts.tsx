import { useTranslation } from 'react-i18next'
import { formatInstant, formatMonth } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { type ArrearsRow, type ClassRow, classColumns } from '#app/domain/reporting/dashboards/dashboard.ts'
import type { HandOverNoun } from '#app/domain/reporting/hand-overs/hand-over.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { Figures } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { ToDoList } from '#app/ui/core/page/ToDoList.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ArrearsTable, arrearsFigures } from './ArrearsTable.tsx'

interface AskedTask {
  id: string
  noun: HandOverNoun
  object_id: string
  month: string | null
  file_name: string | null
  asker: string
  asked: string | null
  asked_at: Date | string
  of_me: boolean
  note: string | null
}

interface ToDoStripProps {
  items: readonly { key: string; count: number; href: string }[]
  asked: readonly AskedTask[]
}

/** What waits for the reader, each a link to exactly that; first what a colleague has asked for. */
export function ToDoStrip({ items, asked }: ToDoStripProps) {
  const { t } = useTranslation()
  const words = items.map(({ key, count, href }) => ({
    ...{ count, href },
    words: t(`dashboard.waiting.${key}`, { count }),
  }))
  return (
    <ToDoList
      items={words}
      above={
        asked.length > 0 && (
          <ul className="todo" aria-label={t('hand_over.list')}>
            {asked.map((task) => (
              <AskedLine key={task.id} {...task} />
            ))}
          </ul>
        )
      }
    />
  )
}

function AskedLine({ noun, object_id, month, file_name, asker, asked, asked_at, of_me, note }: AskedTask) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const about = namesOf({ month, file_name }, locale)
  const from = of_me ? 'from_you' : asked ? 'from_for' : 'from'
  return (
    <li>
      <a href={paths[noun].view(object_id)}>{t(`hand_over.do.${noun}`, about)}</a>{' '}
      <span className="quiet small">
        {t(`hand_over.${from}`, { asker, name: asked, at: formatInstant(asked_at, locale) })}
      </span>
      {note && <p className="small">{t('hand_over.said', { note })}</p>}
    </li>
  )
}

/** What a run or an import is called: by its month, or its file. */
const namesOf = ({ month, file_name }: Pick<AskedTask, 'month' | 'file_name'>, locale: Locale) => ({
  month: month ? formatMonth(month, locale) : '',
  file: file_name ?? '',
})

interface UndoListProps {
  rows: readonly {
    noun: HandOverNoun
    id: string
    month: string | null
    file_name: string | null
    until: Date | string
  }[]
}

/** What the reader may still undo; none most of the time. */
export function UndoList({ rows }: UndoListProps) {
  const { t } = useTranslation()
  const { locale } = usePage()
  if (rows.length === 0) return null
  return (
    <Section title={t('dashboard.undo_list')}>
      <ul className="todo">
        {rows.map(({ noun, id, month, file_name, until }) => (
          <li key={id}>
            <a href={paths[noun].view(id)}>
              {t(`dashboard.undo.${noun}`, namesOf({ month, file_name }, locale))}
            </a>{' '}
            <span className="quiet small">
              {t('dashboard.undo_until', { at: formatInstant(until, locale) })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface CounterBoardProps {
  till: { count: number; sen: number }
  arrears: readonly ArrearsRow[]
}

/** The counter's day: what must be in the till, and who is late. */
export function CounterBoard({ till, arrears }: CounterBoardProps) {
  const { t } = useTranslation()
  return (
    <>
      <Figures
        items={[
          {
            label: t('dashboard.till'),
            value: formatRinggit(till.sen),
            hint: t('dashboard.count_payments', { count: till.count }),
          },
          ...arrearsFigures(arrears, t),
        ]}
      />
      <ArrearsTable rows={arrears} />
    </>
  )
}

/** Classes and heads; who teaches never sees a figure of money. */
export function ClassBoard({ rows, students }: { rows: readonly ClassRow[]; students: number }) {
  const { t } = useTranslation()
  if (rows.length === 0)
    return <EmptyState title={t('dashboard.no_classes')} hint={t('dashboard.no_classes_hint')} />
  return (
    <>
      <Figures
        items={[
          { label: t('dashboard.classes'), value: String(rows.length) },
          { label: t('dashboard.students'), value: String(students) },
        ]}
      />
      <TableSection
        title={t('dashboard.classes')}
        columns={classColumns}
        rows={rows}
        open={({ id }) => paths.subject.view(id)}
        brief
      />
    </>
  )
}
