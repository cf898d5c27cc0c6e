import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { lineTemplateList } from '#app/domain/catalogue/line-templates/line-templates.ts'
import { paths } from '#app/paths.ts'
import { onlyList } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'

export const handle = { access: 'line_template.view', title: 'line_template.plural' } satisfies Handle

export const loader = onlyList(lineTemplateList)

export default function LineTemplates() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useLoaderData<typeof loader>()}
      open={(row) => paths.line_template.view(row.id)}
      add={{ label: t('line_template.new'), href: paths.line_template.new() }}
      empty={{ title: t('line_template.empty'), hint: t('line_template.empty_hint') }}
    />
  )
}
