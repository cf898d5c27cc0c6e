import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { organisationOf } from '#app/domain/billing/invoices/invoice-document.ts'
import {
  calendarChoices,
  calendarQuery,
  calendarSearch,
  calendarSessions,
} from '#app/domain/classes/calendar/calendar.ts'
import { printColumns } from '#app/domain/classes/calendar/columns.ts'
import { currentTime } from '#app/domain/core/clock.ts'
import { formatDate, formatDays, formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { TableDocument } from '#app/print/TableDocument.tsx'
import type { Handle } from '#app/server/routing/trees.ts'
import { useTimes } from '#app/ui/classes/session/times.ts'
import { PaperTools } from '#app/ui/core/page/PaperTools.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The calendar as a sheet under the organisation's letterhead. */
export const handle = {
  access: 'attendance.print',
  title: 'class_session.calendar',
  look: 'paper',
} satisfies Handle

/** Sessions on one print at most. */
const mostPrinted = 1000

export async function loader({ request, context }: LoaderFunctionArgs) {
  const scope = context.scope('attendance.print')
  const search = calendarSearch(new URL(request.url).searchParams, context.today)
  const db = await context.read()
  const [organisation, { sessions, more }, choices] = await Promise.all([
    organisationOf(db),
    calendarSessions(db, scope, search, context.locale, mostPrinted),
    calendarChoices(db, scope, search),
  ])
  const nameOf = (rows: readonly { id: string; name: string }[], id: string | undefined) =>
    rows.find((row) => row.id === id)?.name
  return {
    ...{ organisation, search, sessions, more },
    chosen: {
      trainer: nameOf(choices.trainers, search.trainer),
      branch: nameOf(choices.branches, search.branch),
      subject: nameOf(choices.subjects, search.subject),
      room: search.room,
    },
    printed: formatInstant(currentTime(), context.locale),
  }
}

export default function PrintCalendar() {
  const { organisation, search, sessions, more, chosen, printed } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale, organisation: here } = usePage()
  const times = useTimes()
  const rows = sessions.map((session) => ({
    ...session,
    day: formatDate(session.held_on, locale),
    time: times(session),
  }))
  return (
    <>
      <PaperTools
        back={{
          label: t('class_session.calendar'),
          href: paths.class_session.calendar(calendarQuery(search)),
        }}
      />
      <TableDocument
        organisation={organisation}
        logo={here.logo}
        title={t('class_session.plural')}
        columns={printColumns}
        page={{ rows, total: rows.length, totals: {}, summed: undefined, more }}
        filters={[
          {
            label: t('class_session.held_on'),
            value: formatDays(search.from, search.until, locale),
          },
          ...(['trainer', 'branch', 'subject', 'room'] as const).flatMap((key) => {
            const value = chosen[key]
            return value ? [{ label: t(`class_session.${key}`), value }] : []
          }),
        ]}
        printed={printed}
      />
    </>
  )
}
