import type { TFunction } from 'i18next'
import type { InvoiceDocumentData } from '#app/domain/billing/invoices/invoice-document.ts'
import { addDays } from '#app/domain/core/dates.ts'
import type { PaidLine } from '#app/domain/core/invoicing/paid-lines.ts'
import type { TitleFacts } from '#app/domain/core/invoicing/title.ts'
import type { ReceiptDocumentData } from '#app/domain/payments/payments/receipt.ts'

/** Of an invented family; their papers are those of the organisation, which is real. */
const family = { payer: 'Puan Aminah', student: 'Aqil', family_code: 'F0001234', branch: 'HQ' }
const total_sen = 24_500

type Organisation = InvoiceDocumentData['organisation']

/** What the sample bills. */
function linesOf(t: TFunction): PaidLine[] {
  const written = { period_starts_on: null, period_ends_on: null, tax_sen: 0 }
  return [
    { ...written, description: t('setting.brand.sample.fee'), amount_sen: 22_000 },
    { ...written, description: t('setting.brand.sample.book'), amount_sen: 2_500 },
  ]
}

const titleOf = (t: TFunction): TitleFacts => ({
  ...{ student: family.student, lines: 2, monthly: 0, periodic: 0, from: null, until: null },
  first: linesOf(t)[0]!,
})

/** An invoice that nobody has got. */
export function sampleInvoice(organisation: Organisation, t: TFunction, today: string): InvoiceDocumentData {
  const line = {
    ...{
      invoice_id: '',
      fee_type_id: '',
      subject_fee_id: null,
      period_starts_on: null,
      period_ends_on: null,
    },
    ...{ quantity_hundredths: 100, discount_reason: null, taxable: false, tax_sen: 0 },
  }
  const [fee, book] = linesOf(t)
  const lines = [
    { ...fee!, price_sen: 22_000, discount_sen: 0 },
    { ...book!, price_sen: 3_500, discount_sen: 1_000 },
  ]
  return {
    organisation,
    invoice: {
      ...{ id: '', number: 'INV-26-000184', public_code: 'x2a', status: 'unpaid', version: 1 },
      ...{ issued_on: today, due_on: addDays(today, 14), student_no: '260001', remark: null },
      ...{ sub_total_sen: total_sen, discount_total_sen: 1_000, tax_rate_bp: 0, tax_total_sen: 0, total_sen },
      ...{ paid_sen: 0, credited_sen: 0, balance_sen: total_sen, ...family, title: titleOf(t) },
      ...{ address_line1: '12, Jalan Melur', address_line2: null, address_line3: null },
      ...{ postcode: '30000', city: 'Ipoh', state: 'Perak' },
    },
    items: lines.map((one, index) => ({
      ...{ ...line, ...one, share: null, position: index + 1 },
      ...{ description_en: null, description_my: null },
    })),
    sums: {
      ...{ total_sen, early_sen: 0, credited_sen: 0, payments: [] },
      ...{ credit_used_sen: 0, credit_kept_sen: 0, balance_sen: total_sen },
    },
    ...{ sponsors: [], transfers: [], duitnow: null, words: { terms: null, footer: null }, einvoice: null },
  }
}

/** The receipt over it. */
export function sampleReceipt(organisation: Organisation, t: TFunction, today: string): ReceiptDocumentData {
  return {
    organisation,
    payment: {
      ...{ id: '', number: 'RCP-26-000077', public_code: 'x2b', method: 'cash', status: 'paid' },
      ...{ paid_on: today, amount_sen: total_sen, payer_fee_sen: 0, rounding_sen: 0, given_sen: null },
      ...{ reference_no: null, bank_name: null, gateway_transaction_id: null, gateway_order_no: null },
      ...{ payer_name: family.payer, remark: null, second_debit_of: null, gateway_transaction_at: null },
      ...{ created_at: new Date(`${today}T04:00:00Z`), model: null, fpx_status: null },
      ...{ branch: family.branch, family_code: family.family_code },
    },
    allocations: [
      {
        ...{ invoice_id: '', number: 'INV-26-000184', title: titleOf(t), lines: linesOf(t) },
        ...{ amount_sen: total_sen, before_sen: total_sen, balance_sen: 0 },
      },
    ],
    ...{ einvoices: [], credit_sen: 0, gift: null },
  }
}
