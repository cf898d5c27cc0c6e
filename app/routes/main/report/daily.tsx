import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { startOfMonth } from '#app/domain/core/dates.ts'
import { dailyReport, reportSums } from '#app/domain/platform/reports/collection-report.ts'
import { paths } from '#app/paths.ts'
import { listPage, operatorReaderOf, searchIn } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReportPage } from '#app/ui/platform/report/ReportPage.tsx'

/** What came in by organisation, day and method; of this month unless the address says. */
export const handle = { access: 'admin.collection.view', title: 'admin.report.collection' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args
  if (new URL(request.url).searchParams.size === 0) {
    const from = startOfMonth(context.today)
    throw redirect(`${paths.admin.report.daily()}?from=${from}&to=${context.today}`)
  }
  const search = searchIn(request, dailyReport)
  const [list, sums] = await Promise.all([
    listPage(args, dailyReport),
    reportSums(await context.read(), dailyReport, operatorReaderOf(context), search),
  ])
  return { list, sums }
}

export default function CollectionReport() {
  return <ReportPage current="daily" {...useLoaderData<typeof loader>()} />
}
