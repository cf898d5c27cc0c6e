import type { Kysely } from 'kysely'
import { crudVerbs } from '#app/domain/catalogue/crud/crud-verbs.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, contains, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { resourceStatuses } from '#app/domain/core/resources.ts'
import { balanceOf, giftsOf, raisedOf } from '#app/domain/giving/donations/open-types.ts'
import { collectedVerbs } from '#app/domain/giving/donations/type-verbs.ts'
import type { DB } from '#db/types.ts'
import { infaqTypeForm } from './infaq-type.ts'

/** Infaq types belong to the whole organisation, so every scope sees all of them. */
export const infaqTypeList = tenantList<Selected<typeof found>>()({
  name: 'infaq-type',
  title: 'infaq_type.plural',
  access: { view: 'infaq_type.view', create: 'infaq_type.create', print: 'infaq_type.print' },
  columns: [
    { key: 'code', label: 'infaq_type.code', kind: 'number', sort: true },
    { key: 'name', label: 'infaq_type.name', room: 'who', sort: true },
    { key: 'opens_on', label: 'infaq_type.opens_on', kind: 'date', room: 'widest', sort: true },
    { key: 'closes_on', label: 'infaq_type.closes_on', kind: 'date', room: 'wide', sort: true },
    { key: 'target_sen', label: 'infaq_type.target_sen', kind: 'money', room: 'wide', sort: true },
    {
      key: 'raised_sen',
      label: 'infaq_type.raised_sen',
      kind: 'money',
      room: 'much',
      total: true,
      sort: true,
    },
    { key: 'balance_sen', label: 'infaq_type.balance_sen', kind: 'money', only: 'file', total: true },
    { key: 'tax_approval_no', label: 'infaq_type.tax_approval_no', only: 'file' },
    { key: 'status', label: 'infaq_type.status', kind: 'status', sort: true },
  ],
  filters: { status: oneOf('infaq_type.status', resourceStatuses, 'common.status') },
  tabs: byStatus,
  standard: 'code',
  query(db, _reader, { q, status }) {
    let query = found(db)
    if (status) query = query.where('infaq_type.status', '=', status)
    return q ? query.where((eb) => contains(eb, q, ['infaq_type.code', 'infaq_type.name'])) : query
  },
})

/** One of them; refuses with not_found.infaq_type. */
export async function infaqType(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await found(db).where('infaq_type.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.infaq_type')
  return row
}

/** With the amount raised, the balance, and the number of donations. */
function found(db: Kysely<DB>) {
  return db
    .selectFrom('infaq_type')
    .where('infaq_type.deleted_at', 'is', null)
    .selectAll('infaq_type')
    .select([
      raisedOf('infaq').as('raised_sen'),
      balanceOf('infaq').as('balance_sen'),
      giftsOf('infaq').as('gifts'),
    ])
}

/** The verbs of infaq types; one with donations can only be deactivated. */
export const infaqTypes = collectedVerbs(
  crudVerbs(
    'infaq_type',
    infaqTypeForm,
    { donation: 'infaq_type_id', fund_entry: 'infaq_type_id' },
    infaqType,
  ),
)
