import { plainQuantity } from '#app/domain/billing/invoices/invoice-form.ts'
import { plainRinggit } from '#app/domain/core/money.ts'

interface Item {
  description: string
  fee_type_id: string | null
  subject_fee_id: string | null
  period_starts_on: string | null
  period_ends_on: string | null
  quantity_hundredths: number
  price_sen: number
  discount_sen: number
  discount_reason: string | null
}

/**
 * Lines of another invoice for a new one: what stood for days of a regular fee stands for none, since those days are billed
 * already.
 */
export const copiedItems = (items: readonly Item[]) =>
  typedItems(items).map(({ subject_fee_id: _, period_starts_on: __, period_ends_on: ___, ...line }) => line)

/** Lines as the fields of a form hold them. */
export function typedItems(items: readonly Item[]) {
  return items.map((item) => ({
    description: item.description,
    fee_type_id: item.fee_type_id,
    subject_fee_id: item.subject_fee_id,
    period_starts_on: item.period_starts_on,
    period_ends_on: item.period_ends_on,
    quantity: plainQuantity(item.quantity_hundredths),
    price: plainRinggit(item.price_sen),
    discount: item.discount_sen > 0 ? plainRinggit(item.discount_sen) : undefined,
    discount_reason: item.discount_reason,
  }))
}
