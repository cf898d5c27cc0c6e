import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { trend } from '#app/domain/billing/generations/find-generations.ts'
import { generationReport } from '#app/domain/reporting/reports/money/generation-log.ts'
import { paths } from '#app/paths.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { GenerationStatus } from '#app/ui/billing/generation/GenerationView.tsx'
import { TrendChart } from '#app/ui/billing/generation/TrendChart.tsx'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** The log of runs, with a chart of the last thirty days. A reader of some branches sees the totals of these. */
export const handle = { access: 'report_generation.view', title: 'generation.log' } satisfies Handle

const report = reportLoader(generationReport)

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const scope = context.scope('report_generation.view')
  // The report gives its connection back.
  const days = await trend(await context.read(), scope, context.today)
  return {
    report: await report(args),
    days,
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
      subtitle={[report.subtitle, ...(partly ? [t('generation.log_partly')] : [])].join(' ')}
      open={opens ? ({ id }) => paths.generation.view(id) : undefined}
      searchHint={t('generation.search_hint')}
      cells={{ status: (row) => <GenerationStatus {...row} /> }}
      empty={{ title: t('generation.log_empty'), hint: t('generation.log_empty_hint') }}
    >
      <TrendChart days={days} />
    </ReportPage>
  )
}
