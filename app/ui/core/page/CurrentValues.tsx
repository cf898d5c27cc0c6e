import { useTranslation } from 'react-i18next'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { type Fact, Facts } from './Facts.tsx'

interface Props {
  /** True after somebody else's change was found. */
  shown: boolean
  items: readonly (Fact | false)[]
  /** The form's version field. */
  field: FieldOf
  /** Version of the row as it is now. */
  version: number | undefined
}

/**
 * The version that a form carries. After a conflict it shows what the row says now beside what was typed, and carries
 * the new version, so that saving again is a decision and not a loss.
 */
export function CurrentValues({ shown, items, field, version }: Props) {
  const { t } = useTranslation()
  const value = shown ? version : (field.initialValue ?? version)
  return (
    <>
      {value === undefined ? null : <input type="hidden" name={field.name} value={String(value)} />}
      {shown ? (
        <Notice tone="warning" title={t('common.conflict.title')}>
          <Facts items={items} />
        </Notice>
      ) : null}
    </>
  )
}
