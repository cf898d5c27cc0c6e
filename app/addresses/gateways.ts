import { bare, button, page, pages } from './pages.ts'

export const exception = pages('tenant/payment-exception', {
  list: page('/payment-exception', 'payment_exception.view'),
  view: page('/payment-exception/view/:id', 'payment_exception.view'),
  take: button('/payment-exception/take/:id', 'payment_exception.settle'),
  handOver: page('/payment-exception/hand-over/:id', 'payment_exception.settle'),
  note: page('/payment-exception/note/:id', 'payment_exception.settle'),
  resolve: page('/payment-exception/resolve/:id', 'payment_exception.settle'),
  confirm: button('/payment-exception/confirm/:id', 'payment_exception.approve'),
  reject: button('/payment-exception/reject/:id', 'payment_exception.approve'),
})

export const fpx = pages('main/fpx', {
  direct: bare('/fpx/direct', 'gateway'),
  indirect: bare('/fpx/indirect', 'gateway'),
})

export const chip = pages('main/chip', {
  callback: bare('/chip/callback/:id', 'gateway'),
  webhook: bare('/chip/webhook/:id', 'gateway'),
})
