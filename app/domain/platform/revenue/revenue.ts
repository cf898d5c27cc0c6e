import { z } from 'zod'
import { plainDate } from '#app/domain/core/fields.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { ringgit } from '#app/domain/core/money.ts'

/** Types of the platform's revenue; an `adjustment` is negative when the platform refunded something. */
export const revenueTypes = [
  'registration_fee',
  'yearly_fee',
  'transaction_fee',
  'credit_topup',
  'adjustment',
] as const
type RevenueType = (typeof revenueTypes)[number]

/** Revenue of one type; money in sen. */
export interface RevenueSum {
  type: RevenueType
  rows: number
  gross_sen: number
  bank_cost_sen: number
  net_sen: number
}

export const revenueSumColumns = columnsOf<RevenueSum>()(
  { key: 'type', label: 'revenue.type', words: 'revenue.types', room: 'who' },
  { key: 'rows', label: 'revenue.rows', kind: 'count', room: 'table', total: true },
  { key: 'gross_sen', label: 'revenue.gross', kind: 'money', room: 'table', total: true },
  { key: 'bank_cost_sen', label: 'revenue.bank_cost', kind: 'money', room: 'table', total: true },
  { key: 'net_sen', label: 'revenue.net', kind: 'money', room: 'much', total: true },
)

/** The bank's price for an FPX payment, from a day on. */
export interface BankCost {
  id: string
  model: string
  from_on: string
  cost_sen: number
  /** Who entered it; null: the initial price of the installation. */
  author: string | null
}

export const bankCostColumns = columnsOf<BankCost>()(
  { key: 'from_on', label: 'revenue.from_on', kind: 'date' },
  { key: 'model', label: 'revenue.model', words: 'fpx.model', room: 'who' },
  { key: 'cost_sen', label: 'revenue.bank_cost', kind: 'money', room: 'much' },
  { key: 'author', label: 'revenue.author', none: 'revenue.given', room: 'wide' },
)

/** FPX payer models; the bank's price depends on them. */
export const fpxModels = ['B2C', 'B2B1'] as const

export const bankCostForm = z.object({
  model: z.enum(fpxModels),
  from_on: plainDate,
  cost_sen: ringgit({ max: 10_000 }),
})

export type BankCostInput = z.output<typeof bankCostForm>
