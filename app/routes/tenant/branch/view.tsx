import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchFacts } from '#app/domain/catalogue/branches/branch.ts'
import { branch, branches, usesOfBranch } from '#app/domain/catalogue/branches/branches.ts'
import { usesOf } from '#app/domain/catalogue/crud/crud.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { openRow } from '#app/server/forms/resource-actions.ts'
import { classesOf } from '#app/server/lists/classes-of.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ClassSection } from '#app/ui/catalogue/subject/ClassSection.tsx'
import { ResourceViewPage } from '#app/ui/core/crud/ResourceViewPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'branch.view', title: 'branch.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { row, may } = await openRow(args, branches, branch)
  // How large a branch is concerns those who run it.
  const uses = may.edit ? await usesOf(await args.context.read(), usesOfBranch, row.id) : null
  return { row, may, uses, classes: await classesOf(args.context, { branch_id: row.id }) }
}

export default function ViewBranch() {
  const { row, uses, may, classes } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ResourceViewPage
      noun="branch"
      row={row}
      subtitle={row.is_hq ? `${row.code} · ${t('branch.kinds.hq')}` : row.code}
      may={may}
    >
      <Facts
        items={[
          ...branchFacts(row, t),
          uses && { label: t('branch.staff'), value: uses.staff_branch },
          uses && { label: t('branch.students'), value: uses.student },
          uses && { label: t('branch.classes'), value: uses.subject },
          { label: t('branch.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
      <ClassSection rows={classes} query={`branch_id=${row.id}`} />
    </ResourceViewPage>
  )
}
