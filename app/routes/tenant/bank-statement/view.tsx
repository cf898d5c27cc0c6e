import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { statementFor } from '#app/domain/payments/bank-statements/find-statements.ts'
import { paths } from '#app/paths.ts'
import { statementPage } from '#app/server/bank-statements/statement-page.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ProgressPage } from '#app/ui/core/page/ProgressPage.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { UndoBlockers } from '#app/ui/core/undo/UndoPlan.tsx'
import { LeftOut } from '#app/ui/payments/bank-statement/LeftOut.tsx'
import {
  LineQueue,
  StatementActions,
  StatementFacts,
  StatementNotices,
  StatementSums,
} from '#app/ui/payments/bank-statement/StatementView.tsx'

/** One statement: what its lines come to, and those that wait for somebody. */
export const handle = { access: 'bank_statement.view', title: 'bank_statement.one' } satisfies Handle

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** While a job is at it the page asks again every two seconds; no script is needed. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.bank_statement')
  const record = await statementFor(await context.read(), context.scope('bank_statement.view'), id)
  const page = await statementPage(context, record)
  return data(page, { headers: page.busy ? { refresh: '2' } : {} })
}

export default function ViewBankStatement() {
  const { record, sums, waiting, queue, addsUp, busy, blockers, may } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const back = { label: t('bank_statement.plural'), href: paths.bank_statement.list() }
  if (busy) {
    const left = Number(sums.new?.count ?? 0)
    return (
      <ProgressPage
        title={t(`bank_statement.busy.${record.status}`, { file: record.file_name })}
        text={t('bank_statement.busy_text')}
        {...(record.status === 'matching' && { done: record.line_count - left, total: record.line_count })}
        refresh={paths.bank_statement.view(record.id)}
        leave={back}
      />
    )
  }
  return (
    <ViewPage
      title={record.file_name}
      back={back}
      status={<StatusBadge status={record.status} words="bank_statement.statuses" />}
      actions={<StatementActions record={record} may={may} />}
    >
      <StatementNotices record={record} addsUp={addsUp} may={may} />
      <UndoBlockers title={t('bank_statement.blocked')} facts={blockers} />
      <StatementFacts record={record} />
      <LeftOut record={record} />
      {record.status !== 'uploaded' && <StatementSums record={record} sums={sums} addsUp={addsUp} />}
      {(record.status === 'ready' || record.status === 'failed') && (
        <LineQueue statement={record.id} rows={queue} waiting={waiting} may={may} />
      )}
    </ViewPage>
  )
}
