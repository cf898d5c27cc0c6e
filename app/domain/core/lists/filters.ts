import type { Kysely } from 'kysely'
import { z } from 'zod'
import { isPlainDate } from '#app/domain/core/dates.ts'
import type { Words } from '#app/domain/core/facts.ts'
import type { DB } from '#db/types.ts'

/** A filter of a list; its name is that of the parameter in the address. */
export type Filter<Reader, Value extends string = string> =
  | ChoiceFilter<Reader, Value>
  | EntryFilter<Reader>
  | DayFilter<Reader>
  | LinkFilter<Reader>

export type Filters<Reader> = Readonly<Record<string, Filter<Reader>>>

interface Common<Reader> {
  /** Who may use it; for others it is ignored. Default: everybody. */
  when?(reader: Reader): boolean
}

/** One of some words. */
interface ChoiceFilter<Reader, Value extends string> extends Common<Reader> {
  kind: 'choice'
  /** Key of its label in the language files. */
  label: string
  values: readonly Value[]
  /** Where the words are: `<words>.<value>`, or the key of each; without it a value is its own word. */
  words?: string | ((value: string) => string)
  /** Key of the label of "no choice", where that is not "all": then a choice shows other rows, not fewer. */
  all?: string
  /** In the order of the words instead of the order here. */
  sorted?: true
  /** Which of the values this reader is offered. Default: all. */
  offers?(value: string, reader: Reader): boolean
  /** Whether the organisation uses what it is about; else it is not shown. Default: yes. */
  applies?(db: Kysely<DB>): Promise<boolean>
}

/** One row of another table; not shown where there is nothing to choose from. */
interface EntryFilter<Reader> extends Common<Reader> {
  kind: 'entry'
  label: string
  /** Key of the label of "no choice", where that is not "all". */
  all?: string
  /** `chosen` is among them even if it is inactive by now. */
  entries(
    db: Kysely<DB>,
    reader: Reader,
    chosen: string | undefined,
  ): Promise<readonly { id: string; name: string }[]>
}

/** A plain day, usually the first or the last of a span. */
interface DayFilter<Reader> extends Common<Reader> {
  kind: 'day'
  label: string
  /** Of a first day the name of the filter that holds the last one. */
  until?: string
}

/** Set by links only; the search form passes it on as a hidden field. */
interface LinkFilter<Reader> extends Common<Reader> {
  kind: 'link'
  schema: z.ZodType<string>
}

/** A value of a choice in the reader's words. */
export function choiceLabel<Reader>(
  { words }: Pick<ChoiceFilter<Reader, string>, 'words'>,
  value: string,
  t: Words,
): string {
  if (words === undefined) return value
  return t(typeof words === 'string' ? `${words}.${value}` : words(value))
}

type Options<F> = Partial<Omit<F, 'kind' | 'label'>>

export function oneOf<const Value extends string, Reader = unknown>(
  label: string,
  values: readonly Value[],
  words?: ChoiceFilter<Reader, Value>['words'],
  more: Options<ChoiceFilter<Reader, Value>> = {},
): ChoiceFilter<Reader, Value> {
  return { ...more, kind: 'choice', label, values, ...(words ? { words } : {}) }
}

export function oneEntry<Reader = unknown>(
  label: string,
  entries: EntryFilter<Reader>['entries'],
  more: Omit<Options<EntryFilter<Reader>>, 'entries'> = {},
): EntryFilter<Reader> {
  return { ...more, kind: 'entry', label, entries }
}

/** `until`: of the first day of a span the name of the filter that holds the last one. */
export function onDay<Reader = unknown>(
  label: string,
  more: Common<Reader> & { until?: string } = {},
): DayFilter<Reader> {
  return { ...more, kind: 'day', label }
}

export function linkOnly(schema: z.ZodType<string>): LinkFilter<unknown> {
  return { kind: 'link', schema }
}

/** The parameter of a filter in the address. A value that does not fit is ignored. */
export function filterSchema<Reader>(filter: Filter<Reader>): z.ZodType<string | undefined> {
  return shapeOf(filter).optional().catch(undefined)
}

function shapeOf<Reader>(filter: Filter<Reader>): z.ZodType<string> {
  switch (filter.kind) {
    case 'choice':
      return z.enum(filter.values as [string, ...string[]])
    case 'entry':
      return z.uuid()
    case 'day':
      return z.string().refine(isPlainDate)
    case 'link':
      return filter.schema
  }
}

type InvalidDay = 'input.no_such_day' | 'input.date_order'

/** The days of an address that do not exist, and last days before the first, by the name of the filter. */
export function invalidDays(
  filters: Filters<never>,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, InvalidDay>> {
  const invalid: Record<string, InvalidDay> = {}
  for (const [name, filter] of Object.entries(filters)) {
    if (filter.kind !== 'day') continue
    if (given[name] && !isDay(given[name])) invalid[name] = 'input.no_such_day'
    const { until } = filter
    if (until && isDay(given[name]) && isDay(given[until]) && given[until] < given[name])
      invalid[until] = 'input.date_order'
  }
  return invalid
}

const isDay = (given: unknown): given is string => typeof given === 'string' && isPlainDate(given)
