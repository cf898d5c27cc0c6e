import type { Kysely } from 'kysely'
import { z } from 'zod'
import { crudVerbs } from '#app/domain/catalogue/crud/crud-verbs.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { plainDate, text } from '#app/domain/core/fields.ts'
import { oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { formatRinggit, ringgit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { resourceStatuses } from '#app/domain/core/resources.ts'
import { translationFacts } from '#app/domain/core/translated.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import { mirroredVerbs } from './collectors.ts'
import { balanceOf, giftsOf, raisedOf } from './open-types.ts'
import { limitFacts, refuseInconsistentType, typeFields } from './type-fields.ts'

/** Infaq types belong to the whole organisation, so every scope sees all of them. */
export const infaqTypeList = tenantList<Selected<typeof found>>()({
  name: 'infaq-type',
  title: 'infaq_type.plural',
  access: { view: 'infaq_type.view', create: 'infaq_type.create', print: 'infaq_type.print' },
  columns: [
    { key: 'code', label: 'infaq_type.code', kind: 'number', sort: true },
    { key: 'name', label: 'infaq_type.name', room: 'who', sort: true },
    { key: 'name_en', label: 'infaq_type.name_en', only: 'file' },
    { key: 'name_my', label: 'infaq_type.name_my', only: 'file' },
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
  defaultSort: 'code',
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

/** RM100,000,000.00 */
const largestTarget = 10_000_000_000

/** New and edit. An emptied field is stored as empty; a tax approval needs its number and both days. */
export const infaqTypeForm = z
  .object({
    ...typeFields,
    target_sen: ringgit({ min: 100, max: largestTarget }).optional(),
    tax_approval_no: text({ max: 50 }).optional(),
    tax_from: plainDate.optional(),
    tax_to: plainDate.optional(),
  })
  .superRefine(refuseInconsistentType)
  .superRefine(({ tax_approval_no, tax_from, tax_to }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const approval = { tax_approval_no, tax_from, tax_to }
    if (Object.values(approval).some(Boolean))
      for (const [field, value] of Object.entries(approval)) if (!value) refuse(field, 'input.required')
    if (tax_from && tax_to && tax_to < tax_from) refuse('tax_to', 'donation.ends_before_start')
  })

/** The verbs of infaq types; one with donations can only be deactivated. */
export const infaqTypes = mirroredVerbs(
  crudVerbs(
    'infaq_type',
    infaqTypeForm,
    { donation: 'infaq_type_id', fund_entry: 'infaq_type_id' },
    infaqType,
  ),
)

interface InfaqTypeRow {
  description: string | null
  suggested_sen: number[]
  min_sen: number | null
  max_sen: number | null
  target_sen: number | null
  opens_on: string | null
  closes_on: string | null
  tax_approval_no: string | null
  tax_from: string | null
  tax_to: string | null
}

/** The facts of an infaq type, except its code and name. */
export function infaqTypeFacts(row: InfaqTypeRow, t: Words, locale: Locale): PlainFact[] {
  const day = (on: string | null) => on && formatDate(on, locale)
  return [
    ...translationFacts(row, 'infaq_type', ['name', 'description'], t),
    { label: t('infaq_type.suggested_sen'), value: row.suggested_sen.map(formatRinggit).join(', ') || null },
    { label: t('infaq_type.target_sen'), value: row.target_sen && formatRinggit(row.target_sen) },
    ...limitFacts(row, t),
    { label: t('infaq_type.opens_on'), value: day(row.opens_on) },
    { label: t('infaq_type.closes_on'), value: day(row.closes_on) },
    { label: t('infaq_type.tax_approval_no'), value: row.tax_approval_no },
    { label: t('infaq_type.tax_from'), value: day(row.tax_from) },
    { label: t('infaq_type.tax_to'), value: day(row.tax_to) },
    { label: t('infaq_type.description'), value: row.description, wide: true },
  ]
}
