import { noun } from './noun-paths.ts'

/** Of payments: first those of the office, then public ones, each by an unguessable code. */
export const paymentPaths = {
  ...noun('payment'),
  cancel: (id: string) => `/payment/cancel/${id}`,
  /** Without a size on the organisation's own sheet. */
  download: (id: string, size?: string) => `/payment/download/${id}${size ? `?size=${size}` : ''}`,
  trace: (id: string) => `/payment/trace/${id}`,
  resend: (id: string) => `/payment/resend/${id}`,
  cancelled: () => '/report/payment/cancelPaymentList',
  /** Of an invoice, by its code: transfers that are shown to the office. */
  slip: (invoice: string) => `/payment/slip/${invoice}`,
  slipWithdraw: (invoice: string) => `/payment/slip/${invoice}/withdraw`,
  submit: (invoices: string | readonly string[] = [], model?: string, part?: string | null) => {
    const codes = [invoices].flat().map((code) => ['invoice', code])
    const others = Object.entries({ model, part }).filter(([, value]) => value)
    const query = codes.length > 0 ? new URLSearchParams([...codes, ...others] as [string, string][]) : ''
    return query ? `/payment/submit?${query}` : '/payment/submit'
  },
  go: (code: string) => `/payment/go/${code}`,
  status: (code: string) => `/payment/status/${code}`,
  check: (code: string) => `/payment/check/${code}`,
  retry: (code: string) => `/payment/retry/${code}`,
  startOver: (code: string) => `/payment/start-over/${code}`,
  receipt: (code: string) => `/payment/receipt/${code}`,
  receiptFile: (code: string) => `/payment/receipt/${code}/file`,
  /** Where the browser comes back to from CHIP. */
  back: (code: string) => `/payment/back/${code}`,
  giveUp: (code: string) => `/payment/give-up/${code}`,
  returned: () => '/payment/returned',
  waiting: (token: string) => `/payment/waiting/${token}`,
}
