import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { generationList } from '#app/domain/billing/generations/find-generations.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { GenerationStatus } from '#app/ui/billing/generation/GenerationView.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

/** Months that were previewed and billed. */
export const handle = { access: 'generation.preview', title: 'generation.plural' } satisfies Handle

export const loader = listLoader(generationList)

export default function Generations() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      subtitle={t('generation.subtitle')}
      open={({ id }) => paths.generation.view(id)}
      add={{ label: t('generation.new'), href: paths.generation.new() }}
      searchHint={t('generation.search_hint')}
      cells={{ status: (row) => <GenerationStatus {...row} /> }}
      empty={{ title: t('generation.empty'), hint: t('generation.empty_hint') }}
    />
  )
}
