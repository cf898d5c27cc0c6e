import type { Kysely } from 'kysely'
import { z } from 'zod'
import { offered } from '#app/domain/core/lists/offered.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { templateItems } from './items.ts'
import type { TemplateItem } from './line-template.ts'

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
  if (odd) throw new Refusal('line_template.fee_type_inactive', field, { line: odd.description })
  return items
}
