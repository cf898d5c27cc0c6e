import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#db/types.ts'
import type { TemplateItem } from './line-template.ts'

/** The lines of a template in their order, as a field that is kept beside it. */
export const templateItems = {
  table: 'line_template_item' as const,
  plain: (items: TemplateItem[]) => items,
  read: (db: Kysely<DB>, line_template_id: string): Promise<TemplateItem[]> =>
    db
      .selectFrom('line_template_item')
      .select(['description', 'fee_type_id', 'quantity_hundredths'])
      .select(['price_sen', 'discount_sen', 'discount_reason'])
      .where('line_template_id', '=', line_template_id)
      .orderBy('position')
      .execute(),
  async write(trx: Transaction<DB>, line_template_id: string, items: TemplateItem[]): Promise<void> {
    await trx.deleteFrom('line_template_item').where('line_template_id', '=', line_template_id).execute()
    await trx
      .insertInto('line_template_item')
      .values(items.map((item, index) => ({ ...item, line_template_id, position: index + 1 })))
      .execute()
  },
}
