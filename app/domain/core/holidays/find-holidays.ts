import { type Kysely, sql } from 'kysely'
import { states } from '#app/domain/core/contact/address.ts'
import { onDay, oneOf } from '#app/domain/core/lists/filters.ts'
import { operatorList, type Selected } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** Days on which no family is reminded, by the next one first among those that come every year. */
export const holidayList = operatorList<Selected<typeof listed>>()({
  name: 'holiday',
  title: 'holiday.plural',
  access: { view: 'admin.holiday.view', create: 'admin.holiday.edit', print: 'admin.holiday.view' },
  columns: [
    { key: 'closed_on', label: 'holiday.closed_on', kind: 'date', sort: true },
    { key: 'name', label: 'holiday.name', room: 'who', sort: true },
    { key: 'state', label: 'holiday.state', none: 'holiday.everywhere', sort: true },
    { key: 'repeats', label: 'holiday.yearly', words: 'holiday.repeats' },
  ],
  filters: {
    from: onDay('holiday.from', { until: 'to' }),
    to: onDay('holiday.to'),
    state: oneOf('holiday.state', states),
    repeats: oneOf('holiday.yearly', ['once', 'yearly'], 'holiday.repeats'),
  },
  defaultSort: 'closed_on',
  query(db, _reader, { q, from, to, state, repeats }) {
    let query = listed(db)
    if (from) query = query.where('closed_on', '>=', from)
    if (to) query = query.where('closed_on', '<=', to)
    if (state) query = query.where('state', '=', state)
    if (repeats) query = query.where('yearly', '=', repeats === 'yearly')
    if (q) query = query.where((eb) => contains(eb, q, ['name']))
    return query
  },
})

function listed(db: Kysely<DB>) {
  return db
    .selectFrom('platform.closure_date')
    .select(['id', 'name', 'closed_on', 'state'])
    .select(sql<string>`case when yearly then 'yearly' else 'once' end`.as('repeats'))
}

/** Refuses with not_found.holiday. */
export async function holiday(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom('platform.closure_date')
    .select(['id', 'name', 'closed_on', 'yearly', 'state', 'version', 'created_at', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.holiday')
  return row
}
