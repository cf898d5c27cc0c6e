import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatMonth } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { generationPage } from '#app/server/generations/generation-page.ts'
import { handOverFacts } from '#app/server/hand-overs/hand-over-page.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import {
  GenerationActions,
  GenerationFacts,
  GenerationFigures,
  GenerationNotices,
  GenerationStatus,
} from '#app/ui/billing/generation/GenerationView.tsx'
import { SessionsOfPreview } from '#app/ui/billing/generation/SessionsOfPreview.tsx'
import { ProgressPage } from '#app/ui/core/page/ProgressPage.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { HandOverNotice } from '#app/ui/reporting/hand-over/HandOver.tsx'

/** A preview or a run: what it would bill, its progress, and its result. */
export const handle = { access: 'generation.preview', title: 'generation.one' } satisfies Handle

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** While a job is working on it, the page reloads every two seconds, without a script. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.generation')
  const [page, handOver] = await Promise.all([
    generationPage(context, id),
    handOverFacts(context, 'generation', id),
  ])
  return data({ ...page, handOver }, { headers: page.busy ? { refresh: '2' } : {} })
}

export default function ViewGeneration() {
  const view = useLoaderData<typeof loader>()
  const { record, busy, progress } = view
  const { t } = useTranslation()
  const { locale } = usePage()
  const month = formatMonth(record.month, locale)
  const back = { label: t('generation.plural'), href: paths.generation.list() }
  if (busy)
    return (
      <ProgressPage
        title={t(`generation.busy.${busy}`, { month })}
        text={t(`generation.busy_text.${busy}`)}
        {...progress}
        refresh={paths.generation.view(record.id)}
        leave={back}
      />
    )
  return (
    <ViewPage
      title={t(record.run_at ? 'generation.run_of' : 'generation.preview_of', { month })}
      subtitle={t(`generation.steps.${record.undone_at ? 'undone' : record.status}`)}
      back={back}
      status={<GenerationStatus {...record} />}
      actions={<GenerationActions {...view} />}
    >
      {view.handOver && <HandOverNotice of={view.handOver} />}
      <GenerationNotices {...view} />
      <GenerationFigures {...view} />
      {view.sessions && <SessionsOfPreview {...view.sessions} />}
      <GenerationFacts {...view} />
    </ViewPage>
  )
}
