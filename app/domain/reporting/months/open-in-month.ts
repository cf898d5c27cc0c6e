import type { AliasableExpression, Kysely } from 'kysely'
import { firstDayOf } from '#app/domain/accounting/months/month.ts'
import type { Permission } from '#app/domain/core/access/access.ts'
import { endOfMonth } from '#app/domain/core/dates.ts'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import type { List, Reader } from '#app/domain/core/lists/list.ts'
import { exceptionList } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { lineList } from '#app/domain/payments/bank-statements/find-statements.ts'
import { drawerList } from '#app/domain/payments/drawers/find-drawers.ts'
import { slipList } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { countEach } from '#app/domain/reporting/dashboards/to-do.ts'
import type { DB } from '#db/types.ts'

/** What keeps money of a month from being settled, each with the list that shows exactly these rows. */
const kinds = [
  open('transfer_slip', slipList, { status: 'requested' }),
  open('exception', exceptionList, { state: 'unsettled' }),
  open('drawer_open', drawerList, { status: 'open' }),
  open('drawer', drawerList, { status: 'awaiting_confirmation' }),
  open('bank_line_unmatched', lineList, { status: 'unmatched' }),
  open('bank_line_suggested', lineList, { status: 'suggested' }),
] as const

export interface OpenInMonth {
  /** Key of its words in `month.left`. */
  key: string
  count: number
  /** Name and search of its list. */
  list: string
  search: Record<string, string>
}

/**
 * What is undecided of the money of a month (`2026-01`), of the lists for which `readerOf` gives a reader; kinds of which
 * there is nothing are left out.
 */
export async function openInMonth(
  db: Kysely<DB>,
  month: string,
  readerOf: (view: Permission) => Reader | undefined,
): Promise<OpenInMonth[]> {
  const days = { from: firstDayOf(month), to: endOfMonth(firstDayOf(month)) }
  const asked = kinds.flatMap(({ key, view, list, search, rows }) => {
    const reader = readerOf(view)
    return reader ? [{ key, list, search: { ...search, ...days }, rows: rows(db, reader, days) }] : []
  })
  const counts = await countEach(db, asked)
  return asked.flatMap(({ key, list, search }) => {
    const count = counts[key] ?? 0
    return count > 0 ? [{ key, count, list, search }] : []
  })
}

interface Days {
  from: string
  to: string
}

interface Kind {
  key: string
  view: Permission
  list: string
  search: Record<string, string>
  rows(db: Kysely<DB>, reader: Reader, days: Days): AliasableExpression<object>
}

function open<
  F extends Filters<Reader> & { from: unknown; to: unknown },
  Row extends object,
  Raw extends object,
  Key extends string,
>(
  key: string,
  list: List<Reader, Permission, F, Row, Raw, Key>,
  search: { [Name in keyof F]?: string },
): Kind {
  return {
    ...{ key, view: list.access.view!, list: list.name, search: search as Record<string, string> },
    rows: (db, reader, days) => list.query(db, reader, list.search.parse({ ...search, ...days })),
  }
}
