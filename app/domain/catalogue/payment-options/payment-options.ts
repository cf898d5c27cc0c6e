import type { Kysely, Transaction } from 'kysely'
import { lockedRow } from '#app/domain/catalogue/crud/crud.ts'
import { crudVerbs, refuseLastActive } from '#app/domain/catalogue/crud/crud-verbs.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { featureRefusal, hasFeature, methodFeatures } from '#app/domain/core/features/feature.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { resourceStatuses } from '#app/domain/core/resources.ts'
import type { starterName } from '#app/domain/core/translated.ts'
import { DEFAULT_LIMITS } from '#app/integrations/fpx/limits.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { gatewayLimits, optionMethods, paymentOptionForm } from './payment-option.ts'

/** Ways to pay belong to the whole organisation, so every scope that may look sees all of them. */
export const paymentOptionList = tenantList<Selected<typeof found>>()({
  name: 'payment-option',
  title: 'payment_option.plural',
  access: { view: 'payment_option.view', create: 'payment_option.create', print: 'payment_option.print' },
  columns: [
    { key: 'name', label: 'payment_option.name', room: 'who', sort: true },
    { key: 'name_en', label: 'payment_option.name_en', only: 'file' },
    { key: 'name_my', label: 'payment_option.name_my', only: 'file' },
    { key: 'sort_order', label: 'payment_option.sort_order', kind: 'count', room: 'table', sort: true },
    { key: 'code', label: 'payment_option.code', kind: 'number', sort: true },
    { key: 'method', label: 'payment_option.method', words: 'payment_option.methods', sort: true },
    { key: 'min_sen', label: 'payment_option.min_sen', kind: 'money', room: 'wide' },
    { key: 'max_sen', label: 'payment_option.max_sen', kind: 'money', room: 'wide' },
    { key: 'needs_slip', label: 'payment_option.needs_slip', words: 'common.answer', only: 'file' },
    { key: 'instructions', label: 'payment_option.instructions', only: 'file' },
    { key: 'instructions_en', label: 'payment_option.instructions_en', only: 'file' },
    { key: 'instructions_my', label: 'payment_option.instructions_my', only: 'file' },
    { key: 'status', label: 'payment_option.status', kind: 'status', sort: true },
  ],
  filters: {
    method: oneOf('payment_option.method', optionMethods, 'payment_option.methods'),
    status: oneOf('payment_option.status', resourceStatuses, 'common.status'),
  },
  tabs: byStatus,
  defaultSort: 'sort_order',
  query(db, _reader, { q, method, status }) {
    let query = found(db)
    if (method) query = query.where('payment_option.method', '=', method)
    if (status) query = query.where('payment_option.status', '=', status)
    if (q)
      query = query.where((eb) =>
        contains(eb, q, ['payment_option.code', 'payment_option.name', 'payment_option.instructions']),
      )
    return query
  },
})

/** One way to pay; refuses with not_found.payment_option. */
export async function paymentOption(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await found(db).where('payment_option.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.payment_option')
  return row
}

/** The ways to pay that are on and in the organisation's package, in its order. */
export const activeOptions = (db: Kysely<DB>) =>
  found(db)
    .where('payment_option.status', '=', 'active')
    .where(({ or, eb }) =>
      or([
        eb('payment_option.method', 'not in', Object.keys(methodFeatures)),
        ...Object.entries(methodFeatures).map(([method, feature]) =>
          eb.and([eb('payment_option.method', '=', method), hasFeature(feature)]),
        ),
      ]),
    )
    .orderBy('sort_order')
    .orderBy('payment_option.id')

function found(db: Kysely<DB>) {
  return db
    .selectFrom('payment_option')
    .where('payment_option.deleted_at', 'is', null)
    .selectAll('payment_option')
}

const plain = crudVerbs('payment_option', paymentOptionForm, {}, paymentOption)

/**
 * What is done with ways to pay. What one is stays as it is (payment_option.method_stays), those of a gateway stay where they
 * are and are only switched off (payment_option.gateway_stays), and one way is always on (payment_option.last_active).
 */
export const paymentOptions: typeof plain = {
  ...plain,
  async edit(trx, actor, at, input) {
    const { method } = await lockedRow(trx, 'payment_option', at)
    if (input.method !== method) throw new Refusal('payment_option.method_stays', 'method')
    return plain.edit(trx, actor, at, input)
  },
  async setStatus(trx, actor, at, status) {
    if (status === 'inactive') await refuseLastActive(trx, 'payment_option', at)
    return plain.setStatus(trx, actor, at, status)
  },
  async remove(trx, actor, at) {
    await refuseLastActive(trx, 'payment_option', at)
    const { method } = await lockedRow(trx, 'payment_option', at)
    if (gatewayLimits(method)) throw new Refusal('payment_option.gateway_stays')
    return plain.remove(trx, actor, at)
  },
}

/**
 * Offers FPX to payers: activates the FPX options of the package that are off. Refuses feature.lacking where the package has
 * no FPX. Nothing changes where they are on already.
 */
export async function turnOnFpx(trx: Transaction<DB>, actor: Actor): Promise<void> {
  const { person, company } = await trx
    .selectNoFrom([hasFeature('fpx').as('person'), hasFeature('fpx_b2b1').as('company')])
    .executeTakeFirstOrThrow()
  if (!person) throw featureRefusal('fpx')
  const off = await trx
    .selectFrom('payment_option')
    .select(['id', 'version'])
    .where('method', 'in', company ? ['fpx_b2c', 'fpx_b2b1'] : ['fpx_b2c'])
    .where('status', '=', 'inactive')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const at of off) await plain.setStatus(trx, actor, at, 'active')
}

/** The ways to pay with which an organisation begins; FPX is on where it has a seller id. */
export async function insertStarterOptions(
  trx: Transaction<DB>,
  named: ReturnType<typeof starterName>,
  fpx: boolean,
) {
  const options = [
    { method: 'fpx_b2c', enabled: fpx, ...DEFAULT_LIMITS.B2C },
    { method: 'fpx_b2b1', enabled: fpx, ...DEFAULT_LIMITS.B2B1 },
    { method: 'cash', enabled: true, min_sen: null, max_sen: null },
    { method: 'bank_transfer', enabled: true, min_sen: null, max_sen: null },
  ]
  await trx
    .insertInto('payment_option')
    .values(
      options.map(({ method, enabled, ...limits }, index) => ({
        id: newId(),
        code: method.toUpperCase().replaceAll('_', '-'),
        ...named(`starter.payment_option.${method}`),
        status: enabled ? 'active' : 'inactive',
        ...{ method, ...limits },
        sort_order: index + 1,
      })),
    )
    .execute()
}
