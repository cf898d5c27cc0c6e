import type { Kysely } from 'kysely'
import { branchChoices } from '#app/domain/catalogue/branches/branches.ts'
import { addMonths, endOfMonth } from '#app/domain/core/dates.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import type { Reader } from '#app/domain/core/lists/list.ts'
import type { DB } from '#db/types.ts'

const firstYear = 2020

const years = Array.from({ length: 60 }, (_, index) => String(firstYear + index))
const months = Array.from({ length: 720 }, (_, index) => addMonths(`${firstYear}-01-01`, index).slice(0, 7))
  // The latest is what most people ask for.
  .toReversed()
const offered = 6

const isRecent = (year: string, { today }: Reader) =>
  Number(year) <= Number(today.slice(0, 4)) && Number(year) > Number(today.slice(0, 4)) - offered

/** The running year and those before it. */
export const inYear = () =>
  oneOf<string, Reader>('report_money.rolled_up.year', years, undefined, { offers: isRecent })

/** The running month and those before it (`2026-11`). */
export const inMonth = () =>
  oneOf<string, Reader>('report_money.rolled_up.month', months, undefined, {
    offers: (month, reader) => month <= reader.today.slice(0, 7) && isRecent(month.slice(0, 4), reader),
  })

/** Branches that the reader reaches. */
export const inBranch = () =>
  oneEntry('collection.branch', (db: Kysely<DB>, { scope }: Reader) => branchChoices(db, scope))

/** The first and the last day of a month (`2026-11`). */
export const daysOfMonth = (month: string) => ({ from: `${month}-01`, to: endOfMonth(`${month}-01`) })
