import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { departmentFacts } from '#app/domain/catalogue/departments/department.ts'
import { department, departments } from '#app/domain/catalogue/departments/departments.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { openRow } from '#app/server/forms/resource-actions.ts'
import { classesOf } from '#app/server/lists/classes-of.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ClassSection } from '#app/ui/catalogue/subject/ClassSection.tsx'
import { ResourceViewPage } from '#app/ui/core/crud/ResourceViewPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'department.view', title: 'department.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { row, may } = await openRow(args, departments, department)
  return { row, may, classes: await classesOf(args.context, { department_id: row.id }) }
}

export default function ViewDepartment() {
  const { row, may, classes } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ResourceViewPage noun="department" row={row} may={may}>
      <Facts
        items={[
          ...departmentFacts(row, t),
          { label: t('department.staff'), value: row.staff },
          { label: t('department.programs'), value: row.programs },
          { label: t('department.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
      <ClassSection rows={classes} query={`department_id=${row.id}`} />
    </ResourceViewPage>
  )
}
