import { z } from 'zod'
import { quantity } from '#app/domain/billing/invoices/invoice-form.ts'
import { code, lines, text, version } from '#app/domain/core/fields.ts'
import { largestTotal, netOf } from '#app/domain/core/invoicing/totals.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { mostTemplateLines, type TemplateItem } from './line-template.ts'

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
