import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/dates.ts'
import { department } from '#app/domain/departments/find-departments.server.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/feedback/StatusBadge.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'
import { NounActions } from '#app/ui/page/NounActions.tsx'
import { ViewPage } from '#app/ui/page/ViewPage.tsx'
import { usePage } from '#app/ui/page-context.tsx'

export const handle = { access: 'department.view', title: 'department.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await department(
    await context.read(),
    context.scope('department.view'),
    idOf(params, 'not_found.department'),
  )
  return { row, mayEdit: context.can('department.edit'), mayRemove: context.can('department.remove') }
}

export default function ViewDepartment() {
  const { row, mayEdit, mayRemove } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ViewPage
      title={row.name}
      subtitle={row.code}
      back={{ label: t('department.plural'), href: paths.department.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <NounActions
          row={row}
          to={paths.department}
          noun="department"
          may={{ edit: mayEdit, remove: mayRemove && row.staff === 0 && row.programs === 0 }}
        />
      }
    >
      <Facts
        items={[
          { label: t('department.head_staff_id'), value: row.head },
          { label: t('department.branch_id'), value: row.branch },
          { label: t('department.staff'), value: row.staff },
          { label: t('department.programs'), value: row.programs },
          { label: t('department.updated_at'), value: formatInstant(row.updated_at, locale) },
          { label: t('department.description'), value: row.description, wide: true },
        ]}
      />
    </ViewPage>
  )
}
