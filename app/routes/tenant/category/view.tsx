import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { categories, category } from '#app/domain/catalogue/categories/categories.ts'
import { categoryFacts } from '#app/domain/catalogue/categories/category.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { openRow } from '#app/server/forms/resource-actions.ts'
import { classesOf } from '#app/server/lists/classes-of.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ClassSection } from '#app/ui/catalogue/subject/ClassSection.tsx'
import { ResourceViewPage } from '#app/ui/core/crud/ResourceViewPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'category.view', title: 'category.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { row, may } = await openRow(args, categories, category)
  return { row, may, classes: await classesOf(args.context, { category_id: row.id }) }
}

export default function ViewCategory() {
  const { row, may, classes } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ResourceViewPage noun="category" row={row} may={may}>
      <Facts
        items={[
          ...categoryFacts(row, t),
          { label: t('category.subjects'), value: row.subjects },
          { label: t('category.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
      <ClassSection rows={classes} query={`category_id=${row.id}`} />
    </ResourceViewPage>
  )
}
