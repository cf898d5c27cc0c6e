import { type Kysely, sql } from 'kysely'
import type { RowScope } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { keptStatuses } from '#app/domain/core/crud/nouns.ts'
import { contains } from '#app/domain/core/lists/contains.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { balanceOf, giftsOf, raisedOf } from '#app/domain/giving/donations/open-types.ts'
import { standings } from '#app/domain/giving/zakat-appointments/appointment.ts'
import { standingOn } from '#app/domain/giving/zakat-appointments/standing.ts'
import type { DB } from '#db/types.ts'

/** Kinds of zakat belong to the whole organisation, so every scope that may look sees all of them. */
export const zakatTypeList = tenantList<Selected<typeof found>>()({
  name: 'zakat-type',
  title: 'zakat_type.plural',
  access: { view: 'zakat_type.view', create: 'zakat_type.create', print: 'zakat_type.print' },
  columns: [
    { key: 'code', label: 'zakat_type.code', kind: 'number', sort: true },
    { key: 'name', label: 'zakat_type.name', room: 'who', sort: true },
    { key: 'rate_sen', label: 'zakat_type.rate_sen', kind: 'money', room: 'wide', sort: true },
    {
      key: 'raised_sen',
      label: 'zakat_type.raised_sen',
      kind: 'money',
      room: 'much',
      total: true,
      sort: true,
    },
    { key: 'balance_sen', label: 'zakat_type.balance_sen', kind: 'money', only: 'file', total: true },
    { key: 'standing', label: 'zakat_type.standing', words: 'zakat_type.standings', sort: true },
    { key: 'status', label: 'zakat_type.status', kind: 'status', sort: true },
  ],
  filters: {
    status: oneOf('zakat_type.status', keptStatuses, 'common.status'),
    standing: oneOf('zakat_type.standing', standings, 'zakat_type.standings'),
  },
  tabs: byStatus,
  standard: 'code',
  query(db, { today }, { q, status, standing }) {
    let query = found(db, today)
    if (status) query = query.where('zakat_type.status', '=', status)
    if (standing) query = query.where(sql<boolean>`${standingOn(today)} = ${standing}`)
    return q ? query.where((eb) => contains(eb, q, ['zakat_type.code', 'zakat_type.name'])) : query
  },
})

/** One of them as it stands today; refuses with not_found.zakat_type. */
export async function zakatType(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await found(db, currentDay()).where('zakat_type.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.zakat_type')
  return row
}

/** With what was given, what is left of it, how many gave, and how it stands towards the law. */
function found(db: Kysely<DB>, today: string) {
  return db
    .selectFrom('zakat_type')
    .where('zakat_type.deleted_at', 'is', null)
    .selectAll('zakat_type')
    .select([
      raisedOf('zakat').as('raised_sen'),
      balanceOf('zakat').as('balance_sen'),
      giftsOf('zakat').as('gifts'),
      standingOn(today).as('standing'),
    ])
}
