import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { generationList } from '#app/domain/billing/generations/find-generations.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { GenerationStatus } from '#app/ui/billing/generation/GenerationView.tsx'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { SubNav } from '#app/ui/core/page/ViewPage.tsx'

/** Months that were previewed and billed. */
export const handle = { access: 'generation.preview', title: 'generation.plural' } satisfies Handle

export const loader = async (args: LoaderFunctionArgs) => ({
  list: await listPage(args, generationList),
  mayChangeYear: args.context.can('rollover.view'),
})

export default function Generations() {
  const { list, mayChangeYear } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      nav={
        mayChangeYear && (
          <SubNav
            label={t('generation.plural')}
            items={[{ label: t('rollover.plural'), href: paths.rollover.list() }]}
          />
        )
      }
      subtitle={t('generation.subtitle')}
      open={({ id }) => paths.generation.view(id)}
      add={{ label: t('generation.new'), href: paths.generation.new() }}
      searchHint={t('generation.search_hint')}
      cells={{ status: (row) => <GenerationStatus {...row} /> }}
      empty={{ title: t('generation.empty'), hint: t('generation.empty_hint') }}
    />
  )
}
