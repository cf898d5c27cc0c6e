import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { crudVerbs } from '#app/domain/catalogue/crud/crud-verbs.ts'
import { feeTypeOptions } from '#app/domain/catalogue/fee-types/fee-types.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { offered } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { resourceStatuses } from '#app/domain/core/resources.ts'
import type { DB } from '#db/types.ts'
import { lineTemplateForm, type TemplateItem, templateItems } from './line-template.ts'

/** Templates belong to the whole organisation, so every scope that may look sees all of them. */
export const lineTemplateList = tenantList<Selected<typeof found>>()({
  name: 'line-template',
  title: 'line_template.plural',
  access: { view: 'line_template.view', create: 'line_template.create', print: 'line_template.print' },
  columns: [
    { key: 'code', label: 'line_template.code', kind: 'number', sort: true },
    { key: 'name', label: 'line_template.name', room: 'who', sort: true },
    { key: 'description', label: 'line_template.description', only: 'file' },
    { key: 'lines', label: 'line_template.items', kind: 'count', room: 'table', sort: true },
    {
      key: 'total_sen',
      label: 'line_template.total_sen',
      kind: 'money',
      none: 'line_template.price_open',
      room: 'much',
      sort: true,
    },
    { key: 'status', label: 'line_template.status', kind: 'status', sort: true },
  ],
  filters: {
    fee_type_id: oneEntry('line_template.fee_type_id', (db, _reader, chosen) => feeTypeOptions(db, chosen)),
    status: oneOf('line_template.status', resourceStatuses, 'common.status'),
  },
  tabs: byStatus,
  defaultSort: 'code',
  query(db, _reader, { q, fee_type_id, status }) {
    let query = found(db)
    if (fee_type_id)
      query = query.where(
        sql<boolean>`exists (select from line_template_item as item
          where item.line_template_id = line_template.id and item.fee_type_id = ${fee_type_id})`,
      )
    if (status) query = query.where('line_template.status', '=', status)
    if (q)
      query = query.where((eb) =>
        contains(eb, q, ['line_template.code', 'line_template.name', 'line_template.description']),
      )
    return query
  },
})

/** One template with its lines; refuses with not_found.line_template. */
export async function lineTemplate(db: Kysely<DB>, _scope: RowScope, id: string) {
  const row = await found(db).where('line_template.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found.line_template')
  return { ...row, items: await templateItems.read(db, id) }
}

/** Active templates to choose from, by name. */
export const lineTemplateOptions = (db: Kysely<DB>) =>
  offered(db, 'line_template').select(['id', 'name']).orderBy('name').execute()

/**
 * Templates with how many lines they have and what these come to before tax, as an invoice reckons it; null where a price is
 * written each time.
 */
function found(db: Kysely<DB>) {
  return db
    .selectFrom('line_template')
    .where('line_template.deleted_at', 'is', null)
    .selectAll('line_template')
    .select([
      sql<number>`(select count(*) from line_template_item as item where item.line_template_id = line_template.id)`.as(
        'lines',
      ),
      sql<number | null>`(select case when count(*) = count(price_sen) then
          sum((quantity_hundredths * price_sen + 50) / 100 - coalesce(discount_sen, 0))::bigint end
        from line_template_item as item where item.line_template_id = line_template.id)`.as('total_sen'),
    ])
}

/**
 * The lines of the template that was chosen. Refuses, at the choice, none (line_template.nothing_chosen), one that is not
 * offered (not_found.line_template), and one with a fee type that was put away since (line_template.fee_type_inactive): no
 * form could show it, and what it is taxed by would be lost.
 */
export async function templateToAdd(db: Kysely<DB>, chosen: string): Promise<TemplateItem[]> {
  const field = 'line_template_id'
  if (chosen === '') throw new Refusal('line_template.nothing_chosen', field)
  const id = z.uuid().safeParse(chosen)
  const template =
    id.success &&
    (await offered(db, 'line_template').select('id').where('id', '=', id.data).executeTakeFirst())
  if (!template) throw new Refusal('not_found.line_template', field)
  const [items, feeTypes] = await Promise.all([
    templateItems.read(db, template.id),
    offered(db, 'fee_type').select('id').execute(),
  ])
  const active = new Set(feeTypes.map(({ id }) => id))
  const odd = items.find(({ fee_type_id }) => fee_type_id !== null && !active.has(fee_type_id))
  if (odd)
    throw new Refusal('line_template.fee_type_inactive', field, { line: odd.description }).blockedBy({
      to: 'line_template',
      id: template.id,
    })
  return items
}

// Its lines are copied into an invoice, so that nothing ever names a template.
export const lineTemplates = crudVerbs('line_template', lineTemplateForm, {}, lineTemplate)
