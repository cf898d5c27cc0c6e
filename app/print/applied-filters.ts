import type { Kysely } from 'kysely'
import { formatDate } from '#app/domain/core/dates.ts'
import type { Words } from '#app/domain/core/facts.ts'
import { choiceLabel, type Filter, type Filters } from '#app/domain/core/lists/filters.ts'
import { filtersFor } from '#app/domain/core/lists/list.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'

/** A filter or the search text of a printed list, in words. */
export interface AppliedFilter {
  label: string
  value: string
}

interface Asked<Who> {
  list: { filters: Filters<Who> }
  reader: Who
  search: { q: string }
}

/** The filters and the search text of a list, in words: a sheet of paper must say itself which rows it leaves out. */
export async function appliedFilters<Who>(
  db: Kysely<DB>,
  { list, reader, search }: Asked<Who>,
  { t, locale }: { t: Words; locale: Locale },
): Promise<AppliedFilter[]> {
  const values: Readonly<Record<string, unknown>> = { ...search }
  const found: AppliedFilter[] = []
  for (const [name, filter] of filtersFor(list, reader)) {
    const value = values[name]
    if (typeof value !== 'string' || filter.kind === 'link') continue
    const word = await wordFor(db, filter, reader, value, { t, locale })
    if (word) found.push({ label: t(filter.label), value: word })
  }
  if (search.q) found.push({ label: t('common.search'), value: `“${search.q}”` })
  return found
}

async function wordFor<Who>(
  db: Kysely<DB>,
  filter: Exclude<Filter<Who>, { kind: 'link' }>,
  reader: Who,
  value: string,
  { t, locale }: { t: Words; locale: Locale },
): Promise<string | undefined> {
  switch (filter.kind) {
    case 'choice':
      return choiceLabel(filter, value, t)
    case 'day':
      return formatDate(value, locale)
    case 'entry':
      return (await filter.entries(db, reader, value)).find(({ id }) => id === value)?.name
  }
}
