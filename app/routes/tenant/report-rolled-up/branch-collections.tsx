import { useLoaderData } from '@remix-run/react'
import { branchCollectionsReport } from '#app/domain/reporting/reports/rolled-up/branch-collections.ts'
import { reportLoader } from '#app/server/lists/report-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReportPage } from '#app/ui/reporting/report/ReportPage.tsx'

/** What each branch collected, by method. */
export const handle = {
  access: 'report_branch_money.view',
  title: 'report_money.rolled_up.branch_collections.title',
} satisfies Handle

export const loader = reportLoader(branchCollectionsReport)

export default function BranchCollections() {
  return <ReportPage {...useLoaderData<typeof loader>()} />
}
