import { z } from 'zod'
import { lines, plainDate, reason, text, version } from '#app/domain/core/fields.ts'
import { mostLines, mostStudents } from '#app/domain/core/invoicing/invoice.ts'
import { largestTotal, netOf, quantity } from '#app/domain/core/invoicing/totals.ts'
import { ringgit } from '#app/domain/core/money.ts'

/** One line as a form sends it. `quantity` becomes hundredths, `price` and `discount` become sen. */
const lineForm = z
  .object({
    description: text({ max: 200 }),
    fee_type_id: z.uuid().optional(),
    subject_fee_id: z.uuid().optional(),
    period_starts_on: plainDate.optional(),
    period_ends_on: plainDate.optional(),
    quantity,
    price: ringgit({ max: largestTotal }),
    discount: ringgit({ max: largestTotal }).optional(),
    discount_reason: text({ max: 200 }).optional(),
  })
  .superRefine(({ quantity, price, discount = 0, discount_reason }, context) => {
    if (netOf({ quantity, price, discount }) < 0)
      context.addIssue({ code: 'custom', path: ['discount'], message: 'invoice.discount_too_large' })
    if (discount > 0 && !discount_reason)
      context.addIssue({ code: 'custom', path: ['discount_reason'], message: 'invoice.discount_reason' })
  })
export type LineInput = z.output<typeof lineForm>
const items = z.array(lineForm).min(1, 'invoice.items_required').max(mostLines, 'invoice.items_too_many')

/** A template whose items were not added yet; adding them clears the field. */
const line_template_id = z
  .string()
  .optional()
  .refine((chosen) => chosen === undefined, 'line_template.waiting')

/** Fields of every form with invoice lines. */
export const linesForm = z.object({ items, line_template_id })

/** New invoice and changed draft. `step` is the button that was pressed. */
export const invoiceForm = z.object({
  payer_parent_id: z.uuid().optional(),
  due_on: plainDate,
  items,
  remark: lines(500).optional(),
  internal_note: lines(500).optional(),
  line_template_id,
  step: z.enum(['draft', 'issue']).default('draft'),
  version: version.optional(),
  form_key: z.uuid().optional(),
})
export type InvoiceInput = Omit<
  z.output<typeof invoiceForm>,
  'step' | 'version' | 'form_key' | 'line_template_id'
>

/** The user always chooses whether the payer gets an e-mail. */
export const issueForm = z.object({
  version,
  send: z.enum(['mail', 'none']),
  form_key: z.uuid().optional(),
})

/** The same invoice for several students. */
export const severalForm = z.object({
  student_ids: z.array(z.uuid()).min(1, 'invoice.students_required').max(mostStudents),
  due_on: plainDate,
  items,
  remark: lines(500).optional(),
  line_template_id,
  send: z.enum(['mail', 'none']).default('none'),
  step: z.enum(['draft', 'issue']).default('draft'),
  form_key: z.uuid().optional(),
})

/** Changes of an issued invoice; without `items` its lines stay. */
export const amendForm = z.object({
  due_on: plainDate,
  items: items.optional(),
  line_template_id,
  remark: lines(500).optional(),
  internal_note: lines(500).optional(),
  reason,
  version,
})
/** Without `items` its lines stay as they are. */
export type AmendInput = Omit<z.output<typeof amendForm>, 'version' | 'items' | 'line_template_id'> & {
  items?: LineInput[] | undefined
}
