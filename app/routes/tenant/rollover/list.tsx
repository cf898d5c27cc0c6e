import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { rolloverList } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { RolloverStatus } from '#app/ui/enrolment/rollover/RolloverView.tsx'

/** Years that were changed, and the plan of the next one. */
export const handle = { access: 'rollover.view', title: 'rollover.plural' } satisfies Handle

export const loader = listLoader(rolloverList)

export default function Rollovers() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('rollover.subtitle')}
      open={({ id }) => paths.rollover.view(id)}
      add={{ label: t('rollover.new'), href: paths.rollover.new() }}
      searchHint={t('rollover.search_hint')}
      cells={{ status: (row) => <RolloverStatus {...row} /> }}
      empty={{ title: t('rollover.empty'), hint: t('rollover.empty_hint') }}
    />
  )
}
