import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { generationLog, trend } from '#app/domain/billing/generations/find-generations.ts'
import { reportOf } from '#app/domain/reporting/reports/all-reports.ts'
import { paths } from '#app/paths.ts'
import { reportPage } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { GenerationStatus } from '#app/ui/billing/generation/GenerationView.tsx'
import { TrendChart } from '#app/ui/billing/generation/TrendChart.tsx'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** The log of runs, with a chart of the last thirty days. A reader of some branches sees the totals of these. */
export const handle = { access: 'report_generation.view', title: 'generation.log' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const scope = context.scope('report_generation.view')
  return {
    report: await reportPage(args, reportOf(generationLog)),
    days: await trend(await context.read(), scope, context.today),
    opens: context.can('generation.preview'),
    partly: scope.scope !== 'all',
  }
}

export default function GenerationLog() {
  const { report, days, opens, partly } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ReportPage
      {...report}
      subtitle={[t('generation.log_hint'), ...(partly ? [t('generation.log_partly')] : [])].join(' ')}
      open={opens ? ({ id }) => paths.generation.view(id) : undefined}
      searchHint={t('generation.search_hint')}
      cells={{ status: (row) => <GenerationStatus {...row} /> }}
      empty={{ title: t('generation.log_empty'), hint: t('generation.log_empty_hint') }}
    >
      <TrendChart days={days} />
    </ReportPage>
  )
}
