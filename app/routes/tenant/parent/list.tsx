import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { parentList } from '#app/domain/people/parents/find-parents.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'parent.view', title: 'parent.plural' } satisfies Handle

export const loader = async (args: LoaderFunctionArgs) => ({
  list: await listPage(args, parentList),
  mayRestore: args.context.can('parent.remove'),
  mayFind: args.context.can('family.view'),
})

export default function Parents() {
  const { list, mayRestore, mayFind } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      yours="parent"
      open={(row) => paths.parent.view(row.id)}
      {...(mayFind ? { cells: { family_code: FamilyLink } } : {})}
      add={{ label: t('parent.new'), href: paths.parent.new() }}
      actions={mayRestore ? <a href={paths.parent.removed()}>{t('parent.removed')}</a> : null}
      searchHint={t('parent.search_hint')}
      empty={{ title: t('parent.empty'), hint: t('parent.empty_hint') }}
    />
  )
}

/** The code stands for the account of the family, and leads to it. */
const FamilyLink = ({ id, family_code }: { id: string; family_code: string }) => (
  <a href={paths.family.view(id)}>{family_code}</a>
)
