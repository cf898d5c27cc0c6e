import { useTranslation } from 'react-i18next'
import type { ResourceNoun } from '#app/domain/core/resources.ts'
import { paths } from '#app/paths.ts'
import { ListPage, type ListView } from '#app/ui/core/page/ListPage.tsx'

interface ResourceListPageProps<Row> extends ListView<Row> {
  noun: ResourceNoun | 'staff' | 'subject_fee' | 'trainer'
}

/** The list of a noun that an organisation keeps: a row leads to its page, and a new one is made from here. */
export function ResourceListPage<Row extends { id: string }>({ noun, ...list }: ResourceListPageProps<Row>) {
  const { t } = useTranslation()
  const to = paths[noun]
  return (
    <ListPage
      {...list}
      yours={noun}
      open={({ id }) => to.view(id)}
      add={{ label: t(`${noun}.new`), href: to.new() }}
      empty={{ title: t(`${noun}.empty`), hint: t(`${noun}.empty_hint`) }}
    />
  )
}
