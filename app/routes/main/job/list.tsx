import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { entityChoices } from '#app/domain/collections/find-collections.server.ts'
import { failedJobs } from '#app/domain/failed-jobs/find-jobs.server.ts'
import { failedJobColumns, failedJobStates } from '#app/domain/failed-jobs/job.ts'
import { failedJobSearch, jobNames } from '#app/domain/failed-jobs/job-search.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import { sorted } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { FilterDate, FilterSelect } from '#app/ui/table/Filters.tsx'

/** What the worker could not do, over all organisations. */
export const handle = { access: 'admin.job.view', title: 'admin.job.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, failedJobSearch)
  const db = await context.read()
  const [page, entities] = await Promise.all([failedJobs(db, search), entityChoices(db)])
  return { page, entities }
}

export default function FailedJobs() {
  const { page, entities } = useLoaderData<typeof loader>()
  const { t, i18n } = useTranslation()
  const { search } = page
  return (
    <ListPage
      title={t('admin.job.plural')}
      columns={failedJobColumns}
      page={page}
      open={(row) => paths.admin.jobView(row.id)}
      print={paths.admin.jobPrint()}
      formats={['print', 'csv', 'xlsx']}
      searchHint={t('admin.job.search_hint')}
      empty={{ title: t('admin.job.empty'), hint: t('admin.job.empty_hint') }}
      filters={
        <>
          <FilterSelect
            name="state"
            label={t('admin.job.state')}
            value={search.state}
            options={failedJobStates.map((value) => ({ value, label: t(`admin.job.states.${value}`) }))}
          />
          <FilterSelect
            name="name"
            label={t('admin.job.name')}
            value={search.name}
            options={sorted(
              jobNames.map((value) => ({ value, label: t(`admin.job.names.${value}`) })),
              ({ label }) => label,
              i18n.language,
            )}
          />
          <FilterSelect
            name="entity_id"
            label={t('admin.job.entity')}
            value={search.entity_id}
            options={entities.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <FilterDate name="from" label={t('admin.job.failed_from')} value={search.from} />
        </>
      }
    />
  )
}
