import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { rolloverFamilyList } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import { rolloverOf } from '#app/server/rollovers/rollover-of.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { RolloverNav } from '#app/ui/enrolment/rollover/RolloverNav.tsx'

/** What a year comes to for each family, before and after. */
export const handle = { access: 'rollover.view', title: 'rollover.families' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const list = await listPage(args, rolloverFamilyList)
  return { list, of: await rolloverOf(args.context, list.page.search) }
}

export default function RolloverFamilies() {
  const { list, of } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('rollover.families_hint')}
      nav={<RolloverNav of={of} current="families" />}
      open={({ id }) => paths.rollover.family(id)}
      searchHint={t('rollover.families_search')}
      empty={{ title: t('rollover.families_empty'), hint: t('rollover.families_empty_hint') }}
    />
  )
}
