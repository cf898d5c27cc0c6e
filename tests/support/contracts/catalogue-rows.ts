import {
  category,
  discount,
  feeCategory,
  feeType,
  insert,
  lineTemplate,
  module,
  program as newProgram,
  paymentOption,
  studentDiscount,
  type Trx,
} from '../database/factories.ts'
import { day, earlier, text } from './told.ts'

const siblings = { second_child_bp: 1_000, third_child_bp: 1_500, fourth_child_bp: 2_000 }

/** Three rows of each noun that is kept by form, the first of them with all that its list is filtered by. */
export async function catalogueRows(trx: Trx, department_id: string) {
  const used = await category(trx, { name: text, kind: 'age', status: 'inactive', min_age: 7 })
  await category(trx)
  await category(trx, { min_age: 5, max_age: 6 })
  const program = await newProgram(trx, {
    name: text,
    status: 'inactive',
    department_id,
    duration_months: 6,
  })
  const part = await module(trx, { name: text, program_id: program.id, status: 'inactive' })
  await module(trx)
  await module(trx)
  const charged = await feeCategory(trx, {
    name: text,
    kind: 'exam',
    status: 'inactive',
    discountable: true,
  })
  await feeCategory(trx)
  await feeCategory(trx)
  await studentDiscount(trx, {
    discount_id: (await discount(trx, { name: text, type: 'sibling', status: 'inactive', ...siblings })).id,
  })
  await discount(trx, { valid_to: '2026-04-30' })
  await discount(trx, { valid_from: earlier, valid_to: day })
  await paymentOption(trx, { name: text, status: 'inactive' })
  await trx.updateTable('payment_option').set({ sort_order: 5 }).where('method', '=', 'cash').execute()
  const type = await feeType(trx, {
    ...{ name: text, fee_category_id: charged.id, status: 'inactive', default_amount_sen: 50 },
    ...{ taxable: true, refundable: true, gl_code: '4000' },
  })
  await feeType(trx)
  await feeType(trx)
  await insert(trx, 'line_template_item', {
    ...{ line_template_id: (await lineTemplate(trx, { name: text, status: 'inactive' })).id, position: 2 },
    ...{ description: text, quantity_hundredths: 100, fee_type_id: type.id },
  })
  await lineTemplate(trx)
  await lineTemplate(trx)
  return { used, program, part, charged, type }
}
