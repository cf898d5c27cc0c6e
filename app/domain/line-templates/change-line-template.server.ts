import type { Transaction } from 'kysely'
import { lockedRow } from '#app/domain/kept-rows.server.ts'
import { keptVerbs } from '#app/domain/kept-verbs.server.ts'
import { offered } from '#app/domain/lists/offered.server.ts'
import { Refusal } from '#app/domain/refusal.ts'
import type { DB } from '#db/types.ts'
import { lineTemplate } from './find-line-templates.server.ts'
import type { TemplateItem } from './line-template.ts'
import { lineTemplateForm } from './line-template-form.ts'

// Its lines are copied into an invoice, so that nothing ever names a template.
const plain = keptVerbs('line_template', lineTemplateForm, {}, lineTemplate)

/**
 * What is done with templates. A line names a fee type that is offered, or one that the template has already (else
 * not_found.fee_type, at the field).
 */
export const lineTemplates: typeof plain = {
  ...plain,
  async create(trx, actor, input) {
    await refuseOddFeeTypes(trx, input.items)
    return plain.create(trx, actor, input)
  },
  async edit(trx, actor, at, input) {
    const { items } = await lockedRow(trx, 'line_template', at)
    await refuseOddFeeTypes(trx, input.items, items)
    return plain.edit(trx, actor, at, input)
  },
}

async function refuseOddFeeTypes(
  trx: Transaction<DB>,
  items: readonly TemplateItem[],
  before: readonly TemplateItem[] = [],
): Promise<void> {
  const kept = before.flatMap(({ fee_type_id }) => fee_type_id ?? [])
  const rows = await offered(trx, 'fee_type', kept).select('id').execute()
  const known = new Set(rows.map(({ id }) => id))
  const odd = items.findIndex(({ fee_type_id }) => fee_type_id !== null && !known.has(fee_type_id))
  if (odd >= 0) throw new Refusal('not_found.fee_type', `items[${odd}].fee_type_id`)
}
