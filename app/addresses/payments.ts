import { bare, button, page, pages } from './pages.ts'

export const payment = pages('shared/payment', {
  list: page('/payment', 'payment.view', 'tenant/payment/list'),
  view: page('/payment/view/:id', 'payment.view', 'tenant/payment/view'),
  cancelled: page('/report/payment/cancelPaymentList', 'report_money.view', 'tenant/payment/cancelled'),
  download: page('/payment/download/:id', 'payment.print', 'tenant/payment/download'),
  trace: page('/payment/trace/:id', 'payout.view', 'tenant/payment/trace'),
  resend: button('/payment/resend/:id', 'payment.record', 'tenant/payment/resend'),
  cancel: page(
    '/payment/cancel/:id',
    { any: ['payment.cancel', 'payment.request_cancel'] },
    'tenant/payment/cancel',
  ),
  correct: page('/payment/correct/:id', 'payment.record', 'tenant/payment/correct'),
  submit: bare('/payment/submit', 'guest'),
  /** Of an invoice, by its code: transfers that are shown to the office. */
  slip: bare('/payment/slip/:code', 'guest', 'shared/slip/hand-in'),
  slipWithdraw: bare('/payment/slip/:code/withdraw', 'guest', 'shared/slip/withdraw'),
  go: bare('/payment/go/:code', 'guest'),
  status: bare('/payment/status/:code', 'guest'),
  check: bare('/payment/check/:code', 'guest'),
  /** Where the browser comes back to from CHIP. */
  back: bare('/payment/back/:code', 'guest'),
  retry: bare('/payment/retry/:code', 'guest'),
  startOver: bare('/payment/start-over/:code', 'guest'),
  giveUp: bare('/payment/give-up/:code', 'guest'),
  waiting: bare('/payment/waiting/:token', 'guest'),
  receipt: bare('/payment/receipt/:code', 'guest'),
  receiptFile: bare('/payment/receipt/:code/file', 'guest'),
  returned: bare('/payment/returned', 'guest'),
})

export const counter = pages('tenant/counter', {
  find: page('/payment/counter', 'payment.record'),
  /** From a family. */
  take: page('/payment/counter/:id', 'payment.record'),
  /** Of a payment. */
  done: page('/payment/counter/done/:id', 'payment.record'),
})

export const drawer = pages('tenant/drawer', {
  list: page('/drawer', 'collection.view'),
  open: page('/drawer/open', 'payment.record'),
  view: page('/drawer/view/:id', 'collection.view'),
  move: page('/drawer/move/:id', 'drawer.fill'),
  close: page('/drawer/close/:id', 'drawer.fill'),
  confirm: button('/drawer/confirm/:id', 'payment.cancel'),
  /** The closing sheet. */
  paper: bare('/drawer/print/:id', 'collection.print', 'print'),
})

export const attempt = pages('tenant/fpx-transaction', {
  list: page('/fpx-transactions', 'payment.enquire'),
  view: page('/fpx-transactions/view/:id', 'payment.enquire'),
  enquire: button('/fpx-transactions/enquire/:id', 'payment.enquire'),
  release: button('/fpx-transactions/release/:id', 'payment.enquire'),
})

export const cancel_request = pages('tenant/cancel-request', {
  list: page('/cancel-request', 'payment.cancel'),
  approve: button('/cancel-request/approve/:id', 'payment.cancel'),
  reject: page('/cancel-request/reject/:id', 'payment.cancel'),
  withdraw: button('/cancel-request/withdraw/:id', { any: ['payment.cancel', 'payment.request_cancel'] }),
})

export const credit_refund = pages('tenant/credit-refund', {
  list: page('/credit-refund', 'credit_refund.view'),
  view: page('/credit-refund/view/:id', 'credit_refund.view'),
  new: page('/credit-refund/new/:id', 'credit_refund.request'),
  approve: button('/credit-refund/approve/:id', 'credit_refund.approve'),
  reject: page('/credit-refund/reject/:id', 'credit_refund.approve'),
  withdraw: button('/credit-refund/withdraw/:id', 'credit_refund.request'),
  cancel: page('/credit-refund/cancel/:id', 'credit_refund.approve'),
  pay: page('/credit-refund/pay/:id', 'credit_refund.pay'),
  reveal: page('/credit-refund/reveal/:id', 'credit_refund.pay'),
  print: bare('/credit-refund/print/:id', 'credit_refund.print'),
})

export const transfer_slip = pages('tenant/transfer-slip', {
  list: page('/transfer-slip', 'transfer_slip.view'),
  view: page('/transfer-slip/view/:id', 'transfer_slip.view'),
  /** The form by which its money is booked. */
  approve: page('/transfer-slip/confirm/:id', 'payment.confirm_slip', 'confirm'),
  settle: button('/transfer-slip/settle/:id', 'payment.confirm_slip'),
  reject: page('/transfer-slip/reject/:id', 'payment.confirm_slip'),
  /** One that was decided by mistake. */
  reopen: button('/transfer-slip/reopen/:id', 'payment.confirm_slip'),
  withdraw: button('/transfer-slip/withdraw/:id', 'payment.pay_online'),
  picture: page('/transfer-slip/picture/:id', 'transfer_slip.view'),
  file: page('/transfer-slip/file/:id', 'transfer_slip.view'),
})

export const bank_statement = pages('tenant/bank-statement', {
  list: page('/bank-statement', 'bank_statement.view'),
  new: page('/bank-statement/new', 'bank_statement.upload'),
  view: page('/bank-statement/view/:id', 'bank_statement.view'),
  map: page('/bank-statement/map/:id', 'bank_statement.upload'),
  undo: button('/bank-statement/undo/:id', 'bank_statement.undo'),
  remove: button('/bank-statement/remove/:id', 'bank_statement.upload'),
})

export const bank_line = pages('tenant/bank-line', {
  list: page('/bank-line', 'bank_statement.view'),
  view: page('/bank-line/view/:id', 'bank_statement.view'),
  accept: button('/bank-line/accept/:id', 'bank_statement.decide'),
  assign: page('/bank-line/assign/:id', 'bank_statement.decide'),
  ignore: page('/bank-line/ignore/:id', 'bank_statement.decide'),
  reopen: button('/bank-line/reopen/:id', 'bank_statement.decide'),
  undo: button('/bank-line/undo/:id', 'bank_statement.undo'),
})

export const payout = pages('tenant/payout', {
  list: page('/payout', 'payout.view'),
  view: page('/payout/view/:id', 'payout.view'),
})

export const reminder = pages('tenant/reminder', {
  list: page('/reminder', 'reminder.view'),
  view: page('/reminder/view/:id', 'reminder.view'),
  send: button('/reminder/send/:id', 'reminder.remind'),
  /** Of a family. */
  ask: page('/reminder/ask/:id', 'reminder.remind'),
  hold: page('/reminder/hold/:id', 'reminder.hold'),
  holds: page('/reminder-hold', 'reminder.view'),
  lift: button('/reminder-hold/lift/:id', 'reminder.hold'),
})

export const verify = pages('shared/verify', {
  ask: bare('/verify', 'guest', 'tenant/verify'),
  keys: bare('/verify/keys', 'guest'),
  paper: bare('/verify/:code', 'guest'),
})
