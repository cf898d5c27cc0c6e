import { z } from 'zod'
import { code, plainDate, text, version } from '#app/domain/core/fields.ts'
import { percent, ringgit } from '#app/domain/core/money.ts'
import { discountMethods, discountTypes } from './discount.ts'

const largest = 10_000_000
const bySibling = ['second_child_bp', 'third_child_bp', 'fourth_child_bp'] as const

/** New and edit. An emptied field is written as empty; what the type of the discount does not use is refused. */
export const discountForm = z
  .object({
    code,
    name: text({ min: 2, max: 100 }),
    type: z.enum(discountTypes),
    method: z.enum(discountMethods),
    percent_bp: percent({ min: 1 }).optional(),
    amount_sen: ringgit({ min: 1, max: largest }).optional(),
    second_child_bp: percent().optional(),
    third_child_bp: percent().optional(),
    fourth_child_bp: percent().optional(),
    days_early: z.number().int().min(1).max(30).optional(),
    from_subjects: z.number().int().min(2).max(20).optional(),
    fee_category_ids: z.array(z.uuid()).max(100).optional(),
    max_amount_sen: ringgit({ min: 1, max: largest }).optional(),
    valid_from: plainDate.optional(),
    valid_to: plainDate.optional(),
    stackable: z.boolean().optional(),
    priority: z.number().int().min(0).max(999),
    needs_approval: z.boolean().optional(),
    needs_document: z.boolean().optional(),
    by_income: z.boolean().optional(),
    sponsor: text({ max: 150 }).optional(),
    version: version.optional(),
    form_key: z.uuid().optional(),
  })
  .superRefine((typed, context) => {
    const say = (path: keyof typeof typed, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const used = fieldsOf(typed)
    for (const field of [...bySibling, 'percent_bp', 'amount_sen', 'days_early', 'from_subjects'] as const) {
      if (typed[field] !== undefined && !used.may.includes(field)) say(field, 'discount.not_of_type')
      if (typed[field] === undefined && used.must.includes(field)) say(field, 'input.required')
    }
    if (typed.type === 'sibling' && typed.method === 'fixed') say('method', 'discount.sibling_percent')
    if (typed.by_income && typed.type !== 'subsidy') say('by_income', 'discount.not_of_type')
    if (typed.valid_from && typed.valid_to && typed.valid_from > typed.valid_to)
      say('valid_to', 'discount.ends_before_start')
  })

/** The fields that a type and a method need, and those that they know. */
function fieldsOf({ type, method }: { type: string; method: string }) {
  if (type === 'sibling') return { must: ['second_child_bp'], may: [...bySibling] as string[] }
  const must = [method === 'percent' ? 'percent_bp' : 'amount_sen']
  if (type === 'early') must.push('days_early')
  if (type === 'multi_subject') must.push('from_subjects')
  return { must, may: must }
}
