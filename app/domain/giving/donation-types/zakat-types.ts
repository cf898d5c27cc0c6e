import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { crudVerbs } from '#app/domain/catalogue/crud/crud-verbs.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { formatRinggit, ringgit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { resourceStatuses } from '#app/domain/core/resources.ts'
import { translationFacts } from '#app/domain/core/translated.ts'
import { standings } from '#app/domain/giving/zakat-appointments/appointment.ts'
import { standingOn } from '#app/domain/giving/zakat-appointments/find-appointments.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { mirroredVerbs } from './collectors.ts'
import { balanceOf, giftsOf, raisedOf } from './open-types.ts'
import { limitFacts, refuseInconsistentType, typeFields } from './type-fields.ts'

/** Zakat types belong to the whole organisation, so every scope sees all of them. */
export const zakatTypeList = tenantList<Selected<typeof found>>()({
  name: 'zakat-type',
  title: 'zakat_type.plural',
  access: { view: 'zakat_type.view', create: 'zakat_type.create', print: 'zakat_type.print' },
  columns: [
    { key: 'code', label: 'zakat_type.code', kind: 'number', sort: true },
    { key: 'name', label: 'zakat_type.name', room: 'who', sort: true },
    { key: 'name_en', label: 'zakat_type.name_en', only: 'file' },
    { key: 'name_my', label: 'zakat_type.name_my', only: 'file' },
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
    status: oneOf('zakat_type.status', resourceStatuses, 'common.status'),
    standing: oneOf('zakat_type.standing', standings, 'zakat_type.standings'),
  },
  tabs: byStatus,
  defaultSort: 'code',
  query(db, { today }, { q, status, standing }) {
    let query = found(db, today)
    if (status) query = query.where('zakat_type.status', '=', status)
    if (standing) query = query.where(sql<boolean>`${standingOn(today)} = ${standing}`)
    return q ? query.where((eb) => contains(eb, q, ['zakat_type.code', 'zakat_type.name'])) : query
  },
})

/** One of them with its standing of today; refuses with not_found.zakat_type. */
export async function zakatType(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await found(db, currentDay()).where('zakat_type.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.zakat_type')
  return row
}

/** With the amount raised, the balance, the number of donations, and the standing. */
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

/** New and edit. An emptied field is stored as empty. */
export const zakatTypeForm = z
  .object({ ...typeFields, rate_sen: ringgit({ min: 100, max: 100_000 }).optional() })
  .superRefine(refuseInconsistentType)

/** The verbs of zakat types; activating one does not open it without a confirmed letter. */
export const zakatTypes = mirroredVerbs(
  crudVerbs(
    'zakat_type',
    zakatTypeForm,
    { donation: 'zakat_type_id', fund_entry: 'zakat_type_id' },
    zakatType,
  ),
)

interface ZakatTypeRow {
  description: string | null
  suggested_sen: number[]
  min_sen: number | null
  max_sen: number | null
  rate_sen: number | null
  opens_on: string | null
  closes_on: string | null
}

/** The facts of a zakat type, except its code and name. */
export function zakatTypeFacts(row: ZakatTypeRow, t: Words, locale: Locale): PlainFact[] {
  const day = (on: string | null) => on && formatDate(on, locale)
  return [
    ...translationFacts(row, 'zakat_type', ['name', 'description'], t),
    { label: t('zakat_type.rate_sen'), value: row.rate_sen && formatRinggit(row.rate_sen) },
    { label: t('zakat_type.suggested_sen'), value: row.suggested_sen.map(formatRinggit).join(', ') || null },
    ...limitFacts(row, t),
    { label: t('zakat_type.opens_on'), value: day(row.opens_on) },
    { label: t('zakat_type.closes_on'), value: day(row.closes_on) },
    { label: t('zakat_type.description'), value: row.description, wide: true },
  ]
}
