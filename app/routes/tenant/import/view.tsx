import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { importFor } from '#app/domain/enrolment/imports/find-imports.ts'
import { paths } from '#app/paths.ts'
import { handOverFacts } from '#app/server/hand-overs/hand-over-page.ts'
import { importPage } from '#app/server/imports/import-page.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { useSentence } from '#app/ui/core/form/control.ts'
import { ProgressPage } from '#app/ui/core/page/ProgressPage.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { hrefOfUndo } from '#app/ui/core/undo/BlockerLinks.tsx'
import { FileNotes } from '#app/ui/enrolment/import/FileNotes.tsx'
import { ImportActions, ImportFacts, RowTable } from '#app/ui/enrolment/import/ImportView.tsx'
import { HandOverNotice } from '#app/ui/reporting/hand-over/HandOver.tsx'

/** One import: what is wrong with its rows, how far they are written, what became of them. */
export const handle = { access: 'import.view', title: 'import.one' } satisfies Handle

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** While a job is at it the page asks again every two seconds; no script is needed. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.import')
  const record = await importFor(await context.read(), context.scope('import.view'), id)
  const [page, handOver] = await Promise.all([
    importPage(context, record, new URL(request.url).searchParams),
    handOverFacts(context, 'import', id),
  ])
  return data({ ...page, handOver }, { headers: page.busy ? { refresh: '2' } : {} })
}

export default function ViewImport() {
  const view = useLoaderData<typeof loader>()
  const { record, counts, busy } = view
  const { t } = useTranslation()
  const sentence = useSentence()
  const isReady = record.status === 'checked' && counts.wrong === 0 && counts.ready > 0
  if (busy) {
    const done = counts.written + counts.failed
    return (
      <ProgressPage
        title={t(`import.busy.${record.status}`, { file: record.file_name })}
        text={t('import.busy_text')}
        {...(record.status === 'running' && { done, total: done + counts.ready })}
        refresh={paths.import.view(record.id)}
        leave={{ label: t('import.plural'), href: paths.import.list() }}
      />
    )
  }
  return (
    <ViewPage
      title={record.file_name}
      subtitle={t(`import.steps.${isReady ? 'ready' : record.status}`)}
      back={{ label: t('import.plural'), href: paths.import.list() }}
      status={<StatusBadge status={record.status} words="import.statuses" />}
      actions={<ImportActions {...view} />}
    >
      {record.error_code && (
        <Notice tone="error">
          <p>{sentence(record.error_code)}</p>
        </Notice>
      )}
      {record.blocked && (
        <Notice tone="warning" title={t('import.blocked')}>
          <ul>
            {record.blocked.map(({ number, reason, link }) => (
              <li key={number}>
                {t(`import.blocked_rows.${reason}`, { row: number })}{' '}
                {link && <a href={hrefOfUndo(link)}>{t(`undo.go.${link.to}`)}</a>}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <FileNotes notes={record.notes} />
      {record.status === 'uploaded' && (
        <Notice title={t('import.not_mapped')}>
          <LinkButton href={paths.import.map(record.id)} look="primary">
            {t('import.map')}
          </LinkButton>
        </Notice>
      )}
      {view.handOver && <HandOverNotice of={view.handOver} />}
      <ImportFacts record={record} counts={counts} />
      {record.status !== 'uploaded' && <RowTable {...view} />}
    </ViewPage>
  )
}
