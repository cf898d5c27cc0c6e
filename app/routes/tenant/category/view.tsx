import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { category } from '#app/domain/categories/find-categories.server.ts'
import { formatInstant } from '#app/domain/dates.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/feedback/StatusBadge.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'
import { NounActions } from '#app/ui/page/NounActions.tsx'
import { ViewPage } from '#app/ui/page/ViewPage.tsx'
import { usePage } from '#app/ui/page-context.tsx'

export const handle = { access: 'category.view', title: 'category.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await category(
    await context.read(),
    context.scope('category.view'),
    idOf(params, 'not_found.category'),
  )
  return { row, mayEdit: context.can('category.edit'), mayRemove: context.can('category.remove') }
}

export default function ViewCategory() {
  const { row, mayEdit, mayRemove } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={row.name}
      subtitle={row.code}
      back={{ label: t('category.plural'), href: paths.category.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <NounActions
          row={row}
          to={paths.category}
          noun="category"
          may={{ edit: mayEdit, remove: mayRemove && row.subjects === 0 }}
        />
      }
    >
      <Facts
        items={[
          { label: t('category.code'), value: row.code },
          { label: t('category.kind'), value: t(`category.kinds.${row.kind}`) },
          { label: t('category.min_age'), value: row.min_age },
          { label: t('category.max_age'), value: row.max_age },
          { label: t('category.subjects'), value: row.subjects },
          { label: t('category.updated_at'), value: formatInstant(row.updated_at, locale) },
          { label: t('category.description'), value: row.description, wide: true },
        ]}
      />
    </ViewPage>
  )
}
