import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'

interface FamilySearchProps {
  q?: string
  /** The page that shows what is found; else the page of families. */
  action?: string
  label?: string
  hint?: string
  /** What is typed goes here at once: the page is for looking somebody up. */
  focused?: boolean
}

/** One box for whatever somebody says of themselves. */
export function FamilySearch({
  q = '',
  action = paths.family.find(),
  label,
  hint,
  focused,
}: FamilySearchProps) {
  const { t } = useTranslation()
  return (
    <search>
      <form className="search" action={action}>
        <div className="field find">
          <label htmlFor="family">{label ?? t('family.find_label')}</label>
          {hint && (
            <p className="hint" id="family-hint">
              {hint}
            </p>
          )}
          <input
            type="search"
            id="family"
            name="q"
            defaultValue={q}
            maxLength={100}
            enterKeyHint="search"
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: whoever serves a queue types at once
            autoFocus={focused}
            aria-describedby={hint && 'family-hint'}
          />
        </div>
        <button type="submit">{t('common.find')}</button>
      </form>
    </search>
  )
}
