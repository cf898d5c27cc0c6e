import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { SubmitButton } from '#app/ui/core/form/Button.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { ErrorSummary, type FormOf } from '#app/ui/core/form/ErrorSummary.tsx'
import { Facts } from './Facts.tsx'
import { PageHeader } from './ViewPage.tsx'

export interface EditPageProps {
  title: string
  subtitle?: string
  back?: { label: string; href: string }
  form: FormOf
  /** Group of the language files with the labels of the fields. */
  noun: string
  /** Names a field for which that group has no label. */
  nameOf?: (field: string) => string | undefined
  /** Where it posts, if not to its own address. */
  action?: string
  /** Where the cancel link leads, if not to `back`; without either there is none. */
  cancel?: string
  /** The label of the cancel link; default "Cancel". */
  keep?: string
  /** The label of the button; default "Save". */
  submit?: string
  /** The button does what is hard to undo. */
  look?: 'danger' | undefined
  /** The form carries files. */
  multipart?: boolean
  /** Above the form: a search that narrows its choices. */
  above?: ReactNode
  /** Below the form: what helps to decide and is not needed by most. */
  below?: ReactNode
  /** Below the form: a way to remove what it edits. */
  danger?: ReactNode
  children: ReactNode
}

/**
 * One form in one column. The browser's own checks are off: they speak the browser's language, one field at a time;
 * ours speak the page's, all at once, and keep what was typed.
 */
export function EditPage(props: EditPageProps) {
  const { title, subtitle, back, form, noun, action, cancel = back?.href, keep, submit, look } = props
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} back={back} />
      {props.above}
      <form
        method="post"
        id={form.id}
        action={action}
        encType={props.multipart ? 'multipart/form-data' : undefined}
        className="fields"
        noValidate
      >
        <ErrorSummary form={form} noun={noun} nameOf={props.nameOf} />
        {props.children}
        <div className="actions">
          <SubmitButton look={look}>{submit ?? t('common.action.save')}</SubmitButton>
          {cancel && <a href={cancel}>{keep ?? t('common.action.cancel')}</a>}
        </div>
      </form>
      {props.below}
      {props.danger && <div className="section">{props.danger}</div>}
    </>
  )
}

interface Props {
  /** The form that was sent; after a change by somebody else it has the error `version_conflict`. */
  form: FormOf
  items: ComponentProps<typeof Facts>['items']
  /** The form's version field. */
  field: FieldOf
  /** Version of the row as it is now; none for a new row. */
  version: number | undefined
}

/**
 * The version that a form carries. After a conflict it shows the current values above what was typed, and carries
 * the new version, so that saving again is a decision and not a loss.
 */
export function CurrentValues({ form, items, field, version }: Props) {
  const { t } = useTranslation()
  const stale = version !== undefined && form.errors?.includes('version_conflict') === true
  const value = stale ? version : (field.initialValue ?? version)
  return (
    <>
      {value === undefined ? null : <input type="hidden" name={field.name} value={String(value)} />}
      {stale ? (
        <Notice tone="warning" title={t('common.conflict.title')}>
          <Facts items={items} />
        </Notice>
      ) : null}
    </>
  )
}
