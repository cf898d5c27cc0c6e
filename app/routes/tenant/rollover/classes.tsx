import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { rolloverClassList } from '#app/domain/enrolment/rollovers/find-rollovers.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import { rolloverOf } from '#app/server/rollovers/rollover-of.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { RolloverNav } from '#app/ui/enrolment/rollover/RolloverNav.tsx'

/** Where each class goes on. */
export const handle = { access: 'rollover.view', title: 'rollover.classes' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const list = await listPage(args, rolloverClassList)
  return { list, of: await rolloverOf(args.context, list.page.search) }
}

export default function RolloverClasses() {
  const { list, of } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('rollover.classes_hint')}
      nav={<RolloverNav of={of} current="classes" />}
      open={({ id }) => paths.rollover.class(id)}
      searchHint={t('rollover.classes_search')}
      empty={{ title: t('rollover.classes_empty'), hint: t('rollover.classes_empty_hint') }}
    />
  )
}
