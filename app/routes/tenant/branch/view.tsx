import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branch, usesOfBranch } from '#app/domain/branches/find-branches.server.ts'
import { addressLine } from '#app/domain/contact/address.ts'
import { formatPhone } from '#app/domain/contact/phone.ts'
import { formatInstant } from '#app/domain/dates.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/feedback/StatusBadge.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'
import { NounActions } from '#app/ui/page/NounActions.tsx'
import { ViewPage } from '#app/ui/page/ViewPage.tsx'
import { usePage } from '#app/ui/page-context.tsx'

export const handle = { access: 'branch.view', title: 'branch.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const row = await branch(db, context.scope('branch.view'), idOf(params, 'not_found.branch'))
  const mayEdit = context.can('branch.edit')
  return {
    row,
    mayEdit,
    mayRemove: context.can('branch.remove'),
    // How large a branch is concerns those who run it.
    uses: mayEdit ? await usesOfBranch(db, row.id) : null,
  }
}

export default function ViewBranch() {
  const { row, uses, mayEdit, mayRemove } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const unused = uses !== null && Object.values(uses).every((count) => Number(count) === 0)
  return (
    <ViewPage
      title={row.name}
      subtitle={row.is_hq ? `${row.code} · ${t('branch.kinds.hq')}` : row.code}
      back={{ label: t('branch.plural'), href: paths.branch.list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <NounActions
          row={row}
          to={paths.branch}
          noun="branch"
          may={{ edit: mayEdit, remove: mayRemove && unused }}
        />
      }
    >
      <Facts
        items={[
          { label: t('branch.phone'), value: row.phone && formatPhone(row.phone) },
          { label: t('branch.email'), value: row.email },
          { label: t('branch.address'), value: addressLine(row), wide: true },
          uses && { label: t('branch.staff'), value: uses.staff_branch },
          uses && { label: t('branch.students'), value: uses.student },
          uses && { label: t('branch.classes'), value: uses.subject },
          { label: t('branch.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
    </ViewPage>
  )
}
