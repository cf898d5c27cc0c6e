import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { code, lines, text, version } from '#app/domain/core/fields.ts'
import { largestTotal, netOf, plainQuantity, quantity } from '#app/domain/core/invoicing/totals.ts'
import { formatRinggit, plainRinggit, ringgit } from '#app/domain/core/money.ts'
import type { DB } from '#db/types.ts'

export const mostTemplateLines = 20

/** A line of a template; without a price, that is entered each time. */
export interface TemplateItem {
  description: string
  fee_type_id: string | null
  quantity_hundredths: number
  price_sen: number | null
  /** Null where there is none; never 0. */
  discount_sen: number | null
  discount_reason: string | null
}

interface Described {
  description: string | null
  /** Before tax; null where a price is written each time. */
  total_sen: number | null
  items: readonly TemplateItem[]
}

/** What a template is, besides its code and name; its lines are a table of their own. */
export const lineTemplateFacts = ({ description, total_sen }: Described, t: Words): PlainFact[] => [
  { label: t('line_template.description'), value: description },
  {
    label: t('line_template.total_sen'),
    value: total_sen === null ? t('line_template.price_open') : formatRinggit(total_sen),
  },
]

/** Each line in a few words, for the notice of a version conflict: `Buku teks 2 × RM20.00 − RM5.00`. */
export const linesInWords = (items: readonly TemplateItem[], t: Words): string =>
  items
    .map(({ description, quantity_hundredths, price_sen, discount_sen }) =>
      [
        `${description} ${plainQuantity(quantity_hundredths)} ×`,
        price_sen === null ? t('line_template.price_open') : formatRinggit(price_sen),
        discount_sen === null ? [] : `− ${formatRinggit(discount_sen)}`,
      ]
        .flat()
        .join(' '),
    )
    .join('; ')

/** Lines as values of form fields, of an invoice or a template. */
export const typedTemplate = (items: readonly TemplateItem[]) =>
  items.map((item) => ({
    description: item.description,
    fee_type_id: item.fee_type_id ?? undefined,
    quantity: plainQuantity(item.quantity_hundredths),
    price: item.price_sen === null ? undefined : plainRinggit(item.price_sen),
    discount: item.discount_sen === null ? undefined : plainRinggit(item.discount_sen),
    discount_reason: item.discount_reason ?? undefined,
  }))

/** As a line of an invoice is typed, but that its price may be left open. */
const line = z
  .object({
    description: text({ max: 200 }),
    fee_type_id: z.uuid().optional(),
    quantity,
    price: ringgit({ max: largestTotal }).optional(),
    discount: ringgit({ max: largestTotal }).optional(),
    discount_reason: text({ max: 200 }).optional(),
  })
  .superRefine(({ quantity, price, discount = 0, discount_reason }, context) => {
    if (price !== undefined && netOf({ quantity, price, discount }) < 0)
      context.addIssue({ code: 'custom', path: ['discount'], message: 'invoice.discount_too_large' })
    if (discount > 0 && !discount_reason)
      context.addIssue({ code: 'custom', path: ['discount_reason'], message: 'invoice.discount_reason' })
  })

/** A discount of nothing is none, and has no reason. */
const itemOf = ({ quantity, price, discount = 0, ...typed }: z.output<typeof line>): TemplateItem => ({
  description: typed.description,
  fee_type_id: typed.fee_type_id ?? null,
  quantity_hundredths: quantity,
  price_sen: price ?? null,
  discount_sen: discount > 0 ? discount : null,
  discount_reason: discount > 0 ? (typed.discount_reason ?? null) : null,
})

/** New and edit. An emptied field is written as empty. */
export const lineTemplateForm = z.object({
  code,
  name: text({ min: 2, max: 100 }),
  description: lines(1000).optional(),
  items: z
    .array(line)
    .min(1, 'invoice.items_required')
    .max(mostTemplateLines, 'line_template.items_too_many')
    .transform((typed) => typed.map(itemOf)),
  version: version.optional(),
  form_key: z.uuid().optional(),
})

/** The lines in their order, as a relation of the template. */
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
