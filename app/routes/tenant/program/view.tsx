import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { partColumns } from '#app/domain/catalogue/modules/module.ts'
import { modulesOf } from '#app/domain/catalogue/modules/modules.ts'
import { programFacts } from '#app/domain/catalogue/programs/program.ts'
import { program, programs } from '#app/domain/catalogue/programs/programs.ts'
import { formatInstant } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { openRow } from '#app/server/forms/resource-actions.ts'
import { classesOf } from '#app/server/lists/classes-of.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ClassSection } from '#app/ui/catalogue/subject/ClassSection.tsx'
import { Image } from '#app/ui/core/crud/Image.tsx'
import { ResourceViewPage } from '#app/ui/core/crud/ResourceViewPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'program.view', title: 'program.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const { row, may } = await openRow(args, programs, program)
  const parts = context.can('module.view') ? await modulesOf(await context.read(), row.id) : []
  return { row, may, parts, classes: await classesOf(context, { program_id: row.id }) }
}

export default function ViewProgram() {
  const { row, may, parts, classes } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ResourceViewPage noun="program" row={row} may={may}>
      <Image noun="program" row={row} mayEdit={may.edit} />
      <Facts
        items={[
          ...programFacts(row, t, locale),
          { label: t('program.modules'), value: row.modules },
          { label: t('program.subjects'), value: row.subjects },
          { label: t('program.updated_at'), value: formatInstant(row.updated_at, locale) },
        ]}
      />
      {parts.length > 0 && (
        <TableSection
          title={t('program.modules')}
          actions={<a href={paths.listed('module', `program_id=${row.id}`)}>{t('common.as_list')}</a>}
          columns={partColumns}
          rows={parts}
          open={({ id }) => paths.module.view(id)}
          brief
        />
      )}
      <ClassSection rows={classes} query={`program_id=${row.id}`} />
    </ResourceViewPage>
  )
}
