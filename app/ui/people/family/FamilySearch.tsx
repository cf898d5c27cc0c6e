import { useTranslation } from 'react-i18next'
import type { Reach } from '#app/domain/core/lists/reach.ts'
import { type FoundFamily, foundColumns } from '#app/domain/people/families/family.ts'
import { paths } from '#app/paths.ts'
import { NothingFound } from '#app/ui/core/feedback/NothingFound.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

interface FamilySearchProps {
  q?: string
  /** The page that shows the results; by default the search of families. */
  action?: string
  label?: string
  hint?: string
  /** Focus the field, for pages that are opened to search. */
  focused?: boolean
}

/** One search field for names, numbers, phones and family codes. */
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

interface FoundFamiliesProps {
  q: string
  /** The search text is too short. */
  short: boolean
  rows: readonly FoundFamily[]
  /** There are further results. */
  more: boolean
  /** What of the organisation the reader is limited to. */
  reach?: Reach
  /** The page of one result. */
  open: (id: string) => string
}

/** The results of a family search, or a hint. */
export function FoundFamilies({ q, short, rows, more, reach, open }: FoundFamiliesProps) {
  const { t } = useTranslation()
  return (
    <>
      {short ? <p className="quiet">{t('family.too_short')}</p> : null}
      {rows.length > 0 ? (
        <Table
          caption={t('family.found')}
          columns={foundColumns}
          rows={rows}
          open={({ id }) => open(id)}
          brief
        />
      ) : null}
      {rows.length === 0 && q && !short ? (
        <NothingFound reach={reach} title={t('family.none')} hint={t('family.none_hint')} />
      ) : null}
      {more ? <p className="quiet">{t('family.more')}</p> : null}
    </>
  )
}
