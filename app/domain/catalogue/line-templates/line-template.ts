import { plainQuantity } from '#app/domain/billing/invoices/invoice-form.ts'
import type { PlainFact, Words } from '#app/domain/core/facts.ts'
import { formatRinggit, plainRinggit } from '#app/domain/core/money.ts'

export const mostTemplateLines = 20

/** A line that is kept for later; without a price it is written each time. */
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

/** Each line in a few words, beside a form that was opened on others: `Buku teks 2 × RM20.00 − RM5.00`. */
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

/** Lines as the fields of a form hold them, of an invoice as of a template. */
export const typedTemplate = (items: readonly TemplateItem[]) =>
  items.map((item) => ({
    description: item.description,
    fee_type_id: item.fee_type_id ?? undefined,
    quantity: plainQuantity(item.quantity_hundredths),
    price: item.price_sen === null ? undefined : plainRinggit(item.price_sen),
    discount: item.discount_sen === null ? undefined : plainRinggit(item.discount_sen),
    discount_reason: item.discount_reason ?? undefined,
  }))
