import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { programList } from '#app/domain/catalogue/programs/programs.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'program.view', title: 'program.plural' } satisfies Handle

export const loader = onlyList(programList)

export default function Programs() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.program.view(row.id)}
      add={{ label: t('program.new'), href: paths.program.new() }}
      empty={{ title: t('program.empty'), hint: t('program.empty_hint') }}
    />
  )
}
