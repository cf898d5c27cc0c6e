import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { failedJobList } from '#app/domain/platform/failed-jobs/failed-jobs.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** What the worker could not do, over all organisations. */
export const handle = { access: 'admin.job.view', title: 'admin.job.plural' } satisfies Handle

export const loader = listLoader(failedJobList)

export default function FailedJobs() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.admin.jobView(row.id)}
      searchHint={t('admin.job.search_hint')}
      empty={{ title: t('admin.job.empty'), hint: t('admin.job.empty_hint') }}
    />
  )
}
