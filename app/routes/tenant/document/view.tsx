import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { documentFor } from '#app/domain/billing/documents/find-document.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import {
  type DocumentKind,
  type ListParameters,
  mostPapers,
  patienceMinutes,
  type StatementParameters,
} from '#app/domain/core/documents/document.ts'
import { noFields } from '#app/domain/core/fields.ts'
import { paths } from '#app/paths.ts'
import { documentReader, requestDocumentAgain } from '#app/server/documents/document-requests.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton, PostButton } from '#app/ui/core/form/Button.tsx'
import { MessagePage } from '#app/ui/core/page/MessagePage.tsx'
import { ProgressPage } from '#app/ui/core/page/ProgressPage.tsx'

/** Where a document that was asked for appears. Who may see it is said by what it is about. */
export const handle = { access: 'signed-in', title: 'document.title' } satisfies Handle

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** The page asks again every two seconds until the document is there, then its file comes by itself; no script is needed. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.document')
  const lost = new URL(request.url).searchParams.has('lost')
  const db = await context.read()
  const [document, now] = await Promise.all([documentFor(db, documentReader(context), id), databaseTime(db)])
  const { kind, status, subject_id, error_code, file_name, rows_done, rows_total } = document
  const list = kind === 'list' ? (document.parameters as ListParameters) : undefined
  const begun = rows_done !== null
  const slow =
    status === 'queued' && !begun && now.getTime() - document.created_at.getTime() > patienceMinutes * 60_000
  const refresh = {
    queued: slow ? '10' : '2',
    ready: `0; url=${paths.documentFile(id)}`,
    failed: undefined,
  }[status]
  return data(
    {
      id,
      kind,
      status,
      slow,
      lost,
      format: list?.format ?? 'pdf',
      ...(begun ? { progress: { done: rows_done, total: rows_total ?? 0 } } : {}),
      error_code: error_code ?? 'unexpected',
      name: file_name ?? '',
      back: list ? paths.listed(list.name, list.query) : backTo(kind, subject_id!, document.parameters),
      spreadsheet: list && list.format !== 'papers' ? paths.exported(list.name, 'xlsx', list.query) : null,
    },
    { status: lost && status === 'queued' ? 202 : 200, headers: refresh ? { refresh } : {} },
  )
}

export const action = (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.document')
  return submitVerb(args, noFields, paths.document(id), async ({ trx, context }) => {
    const document = await documentFor(trx, documentReader(context), id)
    return redirect(paths.document(await requestDocumentAgain(trx, context, document)))
  })
}

export default function Document() {
  const { id, kind, status, slow, lost, format, progress, error_code, name, back, spreadsheet } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const file = t(`document.file.${format}`)
  const leave = { label: t(`document.back.${kind}`), href: back }
  const again = <PostButton action={paths.document(id)}>{t('common.action.try_again')}</PostButton>
  if (status === 'ready') {
    return (
      <MessagePage
        title={t('document.ready', { file })}
        text={t('document.ready_text')}
        tone="good"
        actions={
          <>
            <LinkButton href={paths.documentFile(id)} look="primary">
              {t('document.download', { name })}
            </LinkButton>
            <a href={leave.href}>{leave.label}</a>
          </>
        }
      />
    )
  }
  if (status === 'failed') {
    return (
      <MessagePage
        title={t('document.failed', { file })}
        text={t(`refusal.${error_code}`, { most: mostPapers })}
        tone="bad"
        actions={
          <>
            {spreadsheet && (
              <LinkButton href={spreadsheet} look="primary">
                {t('document.spreadsheet')}
              </LinkButton>
            )}
            {again}
            <a href={leave.href}>{leave.label}</a>
          </>
        }
      />
    )
  }
  return (
    <ProgressPage
      title={t(slow ? 'document.slow' : 'document.making', { file })}
      text={t(textOf({ slow, lost, long: progress !== undefined }), { file })}
      {...progress}
      refresh={paths.document(id)}
      leave={leave}
      actions={slow && again}
    />
  )
}

function backTo(kind: DocumentKind, id: string, parameters: object): string {
  if (kind === 'statement') {
    const { from, to } = parameters as StatementParameters
    return paths.family.statement(id, { from, to })
  }
  if (kind === 'platform_invoice') return paths.setting.subscription()
  return paths[kind === 'invoice' ? 'invoice' : 'payment'].view(id)
}

function textOf({ slow, lost, long }: { slow: boolean; lost: boolean; long: boolean }): string {
  if (slow) return 'document.slow_text'
  if (lost) return 'document.lost_text'
  return long ? 'document.long_text' : 'document.making_text'
}
