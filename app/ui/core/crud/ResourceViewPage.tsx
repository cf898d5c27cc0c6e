import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceNoun } from '#app/domain/core/resources.ts'
import { paths } from '#app/paths.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { NounActions } from './NounActions.tsx'

interface ResourceViewPageProps {
  noun: ResourceNoun
  row: { id: string; code: string; name: string; status: string; version: number }
  /** What stands under the name; the code unless told. */
  subtitle?: string
  may: { edit: boolean; remove: boolean }
  /** Verbs of this noun alone. */
  actions?: ReactNode
  children: ReactNode
}

/** The page of one row of a noun that an organisation keeps: its name, its state, its verbs, and what else is known. */
export function ResourceViewPage(props: ResourceViewPageProps) {
  const { noun, row, subtitle = row.code, may, actions, children } = props
  const { t } = useTranslation()
  return (
    <ViewPage
      title={row.name}
      subtitle={subtitle}
      back={{ label: t(`${noun}.plural`), href: paths[noun].list() }}
      status={<StatusBadge status={row.status} />}
      actions={
        <NounActions row={row} to={paths[noun]} noun={noun} may={may}>
          {actions}
        </NounActions>
      }
    >
      {children}
    </ViewPage>
  )
}
