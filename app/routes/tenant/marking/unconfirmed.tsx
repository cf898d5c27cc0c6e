import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { unconfirmedSessions } from '#app/domain/classes/marking/home.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { useSessionTitle } from '#app/ui/classes/marking/session-title.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { PageHeader } from '#app/ui/core/page/ViewPage.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

/** Sessions that wait to be confirmed for two days, for the office. */
export const handle = { access: 'attendance.reopen', title: 'marking.unconfirmed.title' } satisfies Handle

type Row = Awaited<ReturnType<typeof unconfirmedSessions>>[number]

const columns = columnsOf<Row>()(
  { key: 'subject', label: 'subject.one', room: 'who' },
  { key: 'held_on', label: 'marking.register.when' },
  { key: 'trainer', label: 'marking.register.by' },
  { key: 'marked', label: 'marking.unconfirmed.marked' },
)

export async function loader({ context }: LoaderFunctionArgs) {
  return { rows: await unconfirmedSessions(await context.read(), context.scope('attendance.reopen')) }
}

export default function UnconfirmedSessions() {
  const { rows } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const titleOf = useSessionTitle()
  return (
    <>
      <PageHeader title={t('marking.unconfirmed.title')} subtitle={t('marking.unconfirmed.subtitle')} />
      {rows.length === 0 ? (
        <EmptyState title={t('marking.unconfirmed.empty')} hint={t('marking.unconfirmed.empty_hint')} />
      ) : (
        <Table
          caption={t('marking.unconfirmed.title')}
          columns={columns}
          rows={rows}
          open={({ id }) => paths.marking.mark(id)}
          cells={{
            held_on: (row) => titleOf(row),
            marked: ({ marked, students }) => `${marked} / ${students}`,
          }}
          brief
        />
      )}
    </>
  )
}
