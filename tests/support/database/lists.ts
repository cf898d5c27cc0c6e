import { roles } from '#app/domain/core/access/access.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import type { List, Reader } from '#app/domain/core/lists/list.ts'
import { readPage } from '#app/domain/core/lists/read-list.ts'
import type { Tenant } from './tenant.ts'

/** Who sees all rows of an organisation, with every right, today; or as far as it is said. */
export const reader = (given: Partial<Reader> = {}): Reader => ({
  scope: { scope: 'all', user_id: '', branch_ids: [], parent_id: null },
  roles,
  today: todayIn(new Date()),
  ...given,
})

/** One page of a list as its address says, as a reader sees it. */
export function listed<F extends Filters<Reader>, Row extends object, Raw extends object>(
  tenant: Tenant,
  list: List<Reader, unknown, F, Row, Raw>,
  query: Record<string, string> = {},
  given: Partial<Reader> = {},
) {
  return tenant.read((db) => readPage(list, db, reader(given), list.search.parse(query)))
}

/** All rows of a search, however many pages they fill. */
export async function everyRow<F extends Filters<Reader>, Row extends object, Raw extends object>(
  ...[tenant, list, query, given]: Parameters<typeof listed<F, Row, Raw>>
) {
  const page = (number: number) => listed(tenant, list, { ...query, limit: '100', page: `${number}` }, given)
  const first = await page(1)
  const rest = await Promise.all(Array.from({ length: first.pages - 1 }, (_, n) => page(n + 2)))
  return [first, ...rest].flatMap(({ rows }) => rows)
}
