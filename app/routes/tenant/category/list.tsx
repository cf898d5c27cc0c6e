import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { categoryColumns, categoryKinds, categoryStatuses } from '#app/domain/categories/category.ts'
import { categorySearch } from '#app/domain/categories/category-form.ts'
import { categories } from '#app/domain/categories/find-categories.server.ts'
import { readSearch } from '#app/domain/lists/search.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { FilterSelect } from '#app/ui/table/Filters.tsx'

export const handle = { access: 'category.view', title: 'category.plural' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, categorySearch)
  const page = await categories(await context.read(), context.scope('category.view'), search)
  return { page, mayCreate: context.can('category.create'), mayPrint: context.can('category.print') }
}

export default function Categories() {
  const { page, mayCreate, mayPrint } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const options = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`${group}.${value}`) }))
  return (
    <ListPage
      title={t('category.plural')}
      columns={categoryColumns}
      page={page}
      open={(row) => paths.category.view(row.id)}
      {...(mayCreate ? { add: { label: t('category.new'), href: paths.category.new() } } : {})}
      {...(mayPrint ? { print: paths.category.print() } : {})}
      empty={{ title: t('category.empty'), hint: t('category.empty_hint') }}
      filters={
        <>
          <FilterSelect
            name="kind"
            label={t('category.kind')}
            value={page.search.kind}
            options={options('category.kinds', categoryKinds)}
          />
          <FilterSelect
            name="status"
            label={t('category.status')}
            value={page.search.status}
            options={options('common.status', categoryStatuses)}
          />
        </>
      }
    />
  )
}
