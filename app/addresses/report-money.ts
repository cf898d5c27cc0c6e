import { page, pages } from './pages.ts'

/** Reports of what was billed and paid. */
export const money_report = pages('tenant/report-money', {
  payment_list: page('/report/payment/paymentList', 'report_money.view', 'payment-list'),
  payment_monthly: page('/report/payment/paymentMonthly', 'report_money.view', 'payment-monthly'),
  payment_yearly: page('/report/payment/paymentYearly', 'report_money.view', 'payment-yearly'),
  invoice_list: page('/report/payment/invoiceList', 'report_money.view', 'invoice-list'),
  invoice_yearly: page('/report/payment/invoiceYearly', 'report_money.view', 'invoice-yearly'),
})
