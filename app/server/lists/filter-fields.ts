import type { Kysely } from 'kysely'
import { choiceLabel, type Filter, type Filters, invalidDays } from '#app/domain/core/lists/filters.ts'
import { filtersFor } from '#app/domain/core/lists/list.ts'
import { sorted } from '#app/i18n/locales.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { FilterField } from '#app/ui/core/table/ListTools.tsx'
import type { DB } from '#db/types.ts'

/** The search of a list: as the address has it, and as the list understands it. */
export interface GivenSearch {
  given: Readonly<Record<string, string>>
  search: object
}

/** The filters of a list as its form draws them, with what each has to choose from and what is wrong with it. */
export async function filterFields<Who, F extends Filters<Who>>(
  context: RequestContext,
  db: Kysely<DB>,
  list: { filters: F },
  reader: Who,
  { given, search }: GivenSearch,
): Promise<FilterField[]> {
  const values: Readonly<Record<string, unknown>> = { ...search }
  const errors = invalidDays(list.filters, given)
  const fields = filtersFor(list, reader).map(([name, filter]) => {
    const error = errors[name]
    const value = error ? given[name] : values[name]
    return fieldOf(context, db, filter, reader, {
      name,
      value: typeof value === 'string' ? value : undefined,
      ...(error ? { error: context.t(`refusal.${error}`) } : {}),
    })
  })
  return (await Promise.all(fields)).filter((field) => field.kind !== 'choice' || field.options.length > 0)
}

interface FieldState {
  name: string
  value: string | undefined
  error?: string
}

/** Only what one chooses from the organisation's own rows has to be asked for. */
function fieldOf<Who>(
  { t, locale }: RequestContext,
  db: Kysely<DB>,
  filter: Filter<Who>,
  reader: Who,
  given: FieldState,
): FilterField | Promise<FilterField> {
  switch (filter.kind) {
    case 'link':
      return { kind: 'link', ...given }
    case 'day':
      return { kind: 'day', label: t(filter.label), until: filter.until, ...given }
    case 'entry':
      return filter.entries(db, reader, given.value).then((entries) => ({
        kind: 'choice',
        label: t(filter.label),
        options: entries.map(({ id, name }) => ({ value: id, label: name })),
        all: filter.all && t(filter.all),
        ...given,
      }))
    case 'choice': {
      const options = filter.values
        .filter((value) => filter.offers?.(value, reader) ?? true)
        .map((value) => ({ value, label: choiceLabel(filter, value, t) }))
      const ordered = filter.sorted ? sorted(options, ({ label }) => label, locale) : options
      const field = {
        kind: 'choice',
        label: t(filter.label),
        options: ordered,
        all: filter.all && t(filter.all),
        ...given,
      } as const
      return filter.applies
        ? filter.applies(db).then((applies) => (applies ? field : { ...field, options: [] }))
        : field
    }
  }
}
