import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlainFact } from '#app/domain/core/facts.ts'
import type { ResourceNoun } from '#app/domain/core/resources.ts'
import { paths } from '#app/paths.ts'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import type { FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { HiddenField } from '#app/ui/core/form/fields.tsx'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'

interface ResourceEditPageProps {
  noun: ResourceNoun
  /** The row that is changed; none on the page of a new one. */
  row: { id: string; code: string; name: string; version: number } | undefined
  form: FormOf
  /** The fields that travel unseen. */
  fields: { version: FieldOf; form_key: FieldOf }
  /** What the row says besides its code and name; none of a new one. */
  facts: readonly PlainFact[] | undefined
  children: ReactNode
}

/**
 * The page of new and edit of a noun that an organisation keeps: its title, the way back, what the row says now when
 * somebody else was quicker, and what travels unseen. The fields are the page's own.
 */
export function ResourceEditPage({ noun, row, form, fields, facts = [], children }: ResourceEditPageProps) {
  const { t } = useTranslation()
  const to = paths[noun]
  const back = row
    ? { label: row.name, href: to.view(row.id) }
    : { label: t(`${noun}.plural`), href: to.list() }
  const current = [
    { label: t(`${noun}.code`), value: row?.code },
    { label: t(`${noun}.name`), value: row?.name },
    ...facts,
  ]
  return (
    <EditPage title={row ? t(`${noun}.edit`) : t(`${noun}.new`)} back={back} form={form} noun={noun}>
      <CurrentValues form={form} items={current} field={fields.version} version={row?.version} />
      {children}
      {row ? null : <HiddenField of={fields.form_key} />}
    </EditPage>
  )
}
