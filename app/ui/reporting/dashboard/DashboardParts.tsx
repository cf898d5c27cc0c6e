import { useTranslation } from 'react-i18next'
import { formatInstant, formatMonth } from '#app/domain/core/dates.ts'
import { formatCount } from '#app/domain/core/lists/columns.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { type ArrearsRow, type ClassRow, classColumns } from '#app/domain/reporting/dashboards/dashboard.ts'
import {
  type MovesRow,
  type SessionRow,
  sessionColumns,
  type WeekRow,
} from '#app/domain/reporting/dashboards/people.ts'
import type { HandOverNoun } from '#app/domain/reporting/hand-overs/hand-over.ts'
import type { Locale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { Figures } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { ToDoList } from '#app/ui/core/page/ToDoList.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { FamilySearch } from '#app/ui/people/family/FamilySearch.tsx'
import { ArrearsTable, arrearsFigures } from './ArrearsTable.tsx'
import { AttendanceChart, MovesChart } from './PeopleCharts.tsx'

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
  user_id: string
  today: string
  till: { count: number; sen: number }
  arrears: readonly ArrearsRow[]
  /** Transfer slips that wait, and their list; null for who may not see them. */
  slips: { count: number; href: string } | null
  /** Whether the reader takes payments. */
  takes: boolean
}

/** The counter's day: the next family, what must be in the till, what waits, and who is late. */
export function CounterBoard({ user_id, today, till, arrears, slips, takes }: CounterBoardProps) {
  const { t } = useTranslation()
  return (
    <>
      {takes && (
        <div className="section">
          <FamilySearch action={paths.counter.find()} label={t('home_chart.counter')} />
        </div>
      )}
      <Figures
        items={[
          {
            label: t('dashboard.till'),
            value: formatRinggit(till.sen),
            hint: t('dashboard.count_payments', { count: till.count }),
            href: paths.collection.list({ method: 'cash', clerk: user_id, from: today, to: today }),
          },
          ...(slips
            ? [{ label: t('home_chart.slips'), value: formatCount(slips.count), href: slips.href }]
            : []),
          ...arrearsFigures(arrears, t),
        ]}
      />
      <ArrearsTable rows={arrears} />
    </>
  )
}

interface ClassBoardProps {
  rows: readonly ClassRow[]
  /** Active ones in reach; null for who may not see them. */
  students: number | null
  today: string
  /** Of the whole branch; null for who has only their own classes. */
  sessions: { rows: readonly SessionRow[]; count: number; confirmed: number } | null
  moves: readonly MovesRow[] | null
  weeks: readonly WeekRow[] | null
}

/** Classes and heads, who came and who left, and attendance; who teaches never sees a figure of money. */
export function ClassBoard({ rows, students, today, sessions, moves, weeks }: ClassBoardProps) {
  const { t } = useTranslation()
  if (rows.length === 0)
    return <EmptyState title={t('dashboard.no_classes')} hint={t('dashboard.no_classes_hint')} />
  const running = moves?.at(-1)
  const calendar = paths.class_session.calendar({ view: 'day', day: today })
  return (
    <>
      <Figures
        items={[
          ...(sessions
            ? [
                {
                  label: t('home_chart.sessions'),
                  value: formatCount(sessions.count),
                  hint: t('home_chart.confirmed', { count: sessions.confirmed }),
                  href: calendar,
                },
              ]
            : []),
          ...(students === null
            ? []
            : [
                {
                  label: t('dashboard.students'),
                  value: formatCount(students),
                  href: paths.student.list({ status: 'active' }),
                },
              ]),
          // Five figures have no room beside each other; the classes are counted below, too.
          ...(sessions
            ? []
            : [
                {
                  label: t('dashboard.classes'),
                  value: formatCount(rows.length),
                  href: paths.subject.list({ status: 'active' }),
                },
              ]),
          ...(running
            ? (['joined', 'left'] as const).map((key) => ({
                label: t(`home_chart.${key}_in`),
                value: formatCount(running[key]),
                href: paths.student.list({ [key]: running.month.slice(0, 7) }),
              }))
            : []),
        ]}
      />
      {sessions && sessions.rows.length > 0 && (
        <TableSection
          title={t('marking.home.title')}
          actions={<a href={calendar}>{t('common.action.show_all')}</a>}
          columns={sessionColumns}
          rows={sessions.rows}
          open={({ id }) => paths.class_session.view(id)}
          brief
        />
      )}
      <div className="pair">
        {weeks && <AttendanceChart rows={weeks} />}
        {moves && <MovesChart rows={moves} />}
      </div>
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
