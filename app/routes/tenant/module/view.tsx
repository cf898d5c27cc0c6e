import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { moduleFacts } from '#app/domain/catalogue/modules/module.ts'
import { module, modules } from '#app/domain/catalogue/modules/modules.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { openRow } from '#app/server/forms/resource-actions.ts'
import { classesOf } from '#app/server/lists/classes-of.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ClassSection } from '#app/ui/catalogue/subject/ClassSection.tsx'
import { ResourceViewPage } from '#app/ui/core/crud/ResourceViewPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'module.view', title: 'module.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { row, may } = await openRow(args, modules, module)
  return { row, may, classes: await classesOf(args.context, { module_id: row.id }) }
}

export default function ViewModule() {
  const { row, may, classes } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ResourceViewPage noun="module" row={row} may={may}>
      <Facts
        items={[
          ...moduleFacts(row, t),
          { label: t('module.subjects'), value: row.subjects },
          { label: t('module.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
      <ClassSection rows={classes} query={`module_id=${row.id}`} />
    </ResourceViewPage>
  )
}
