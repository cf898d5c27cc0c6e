import { startForm } from '#app/domain/payments/baskets/basket.ts'
import { paymentRulesForm } from '#app/domain/payments/payments/payment-rules.ts'
import { type Row, verb, view } from '#tests/support/access/row.ts'

let rules_version = 0

/** What a payer opens by a code, and what a paper's code leads to. */
export const payerRows: Record<string, Row> = {
  'shared/payment/submit': {
    of: 'invoice',
    query: '?invoice={code}',
    tenantOnly: 'posts',
    form: ({ code }) => ({ invoice: code!, model: 'B2C', bank: 'TEST0021', buyer_name: 'Azman bin Hashim' }),
    schema: startForm,
  },
  'tenant/setting/payment/edit': {
    // both settings are written each time
    form: () => ({
      ...{ subsidy: 'part', part_sen: '0.40', rule: 'any', min_sen: '10.00' },
      version: String(2 * rules_version++),
    }),
    schema: paymentRulesForm,
  },
  'shared/payment/go': { of: 'attempt', leadsOn: true, tenantOnly: 'always' },
  'shared/payment/status': view('attempt'),
  'shared/payment/back': { of: 'attempt', leadsOn: true, tenantOnly: 'always' },
  'shared/payment/check': { ...verb('attempt'), tenantOnly: 'posts' },
  'shared/payment/retry': { ...verb('attempt'), tenantOnly: 'posts' },
  'shared/payment/start-over': { ...verb('attempt'), tenantOnly: 'posts' },
  'shared/payment/receipt': view('payment'),
  'shared/payment/receipt-file': view('payment'),
  'shared/verify/paper': view('payment'),
  'shared/payment/give-up': { ...verb('attempt'), tenantOnly: 'posts' },
}
