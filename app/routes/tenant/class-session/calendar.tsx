import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  calendarChoices,
  calendarQuery,
  calendarSearch,
  calendarSessions,
  closedDays,
  mostShown,
} from '#app/domain/classes/calendar/calendar.ts'
import { dayColumns } from '#app/domain/classes/calendar/columns.ts'
import { addDays, formatDate, formatDays } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { CalendarTools } from '#app/ui/classes/session/CalendarTools.tsx'
import { useTimes } from '#app/ui/classes/session/times.ts'
import { ClosedDay, WeekGrid } from '#app/ui/classes/session/WeekGrid.tsx'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

/** What is held when and where, by week or day; trainers see their own, parents those of their children. */
export const handle = { access: 'attendance.view', title: 'class_session.calendar' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const scope = context.scope('attendance.view')
  const search = calendarSearch(new URL(request.url).searchParams, context.today)
  const db = await context.read()
  const [{ sessions, more }, closed, choices] = await Promise.all([
    calendarSessions(db, scope, search, context.locale),
    closedDays(db, scope, search),
    calendarChoices(db, scope, search),
  ])
  const own = scope.scope === 'own'
  return {
    ...{ search, more, closed, own, today: context.today },
    // A family learns who teaches, not what is still to be decided.
    sessions: own ? sessions.map((session) => ({ ...session, clash: null })) : sessions,
    choices: own ? { ...choices, trainers: [], rooms: [] } : choices,
    may: { add: context.can('attendance.create'), print: context.can('attendance.print') },
  }
}

export default function Calendar() {
  const { search, sessions, more, closed, choices, own, today, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const times = useTimes()
  const { view, from, until, day } = search
  const days = Array.from({ length: 7 }, (_, index) => addDays(from, index))
  const title =
    view === 'week'
      ? formatDays(from, until, locale)
      : t('class_session.day_of', { weekday: weekdayName(day, t), date: formatDate(day, locale) })
  return (
    <>
      <PageHeader
        title={title}
        subtitle={t(own ? 'class_session.own_subtitle' : 'class_session.subtitle')}
        actions={
          <>
            {may.print && <a href={paths.closure.list()}>{t('closure.plural')}</a>}
            {may.print && (
              <a href={paths.class_session.print(calendarQuery(search))}>{t('class_session.print')}</a>
            )}
            {may.add && (
              <LinkButton href={paths.class_session.new({ day })} look="primary">
                {t('class_session.new')}
              </LinkButton>
            )}
          </>
        }
      />
      <CalendarTools search={search} choices={choices} today={today} />
      {more && (
        <Notice>
          <p>{t('class_session.more', { most: mostShown })}</p>
        </Notice>
      )}
      {view === 'day' && <ClosedDay closed={closed} />}
      {sessions.length === 0 ? (
        <>
          {view === 'week' && closed.length > 0 && (
            <ul>
              {closed.map(({ on_day, name, branch }) => (
                <li key={`${on_day} ${name} ${branch}`}>
                  {formatDate(on_day, locale)} <ClosedDay closed={[{ name, branch }]} />
                </li>
              ))}
            </ul>
          )}
          <EmptyState title={t(`class_session.none_${view}`)} hint={t('class_session.none_hint')} />
        </>
      ) : view === 'week' ? (
        <WeekGrid
          {...{ days, today, sessions, closed }}
          branches={choices.branches.length > 1 && !search.branch}
        />
      ) : (
        <Table
          caption={title}
          columns={dayColumns(own)}
          rows={sessions.map((session) => ({ ...session, time: times(session) }))}
          cells={{ subject: ({ id, subject }) => <a href={paths.class_session.view(id)}>{subject}</a> }}
          brief
        />
      )}
    </>
  )
}

const weekdayName = (day: string, t: (key: string) => string) =>
  t(`common.weekdays.${((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1}`)
