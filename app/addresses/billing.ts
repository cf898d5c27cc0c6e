import { bare, button, page, pages } from './pages.ts'

export const arrangement = pages('tenant/arrangement', {
  list: page('/arrangement', 'arrangement.view'),
  view: page('/arrangement/view/:id', 'arrangement.view'),
  new: page('/arrangement/new/:id', 'arrangement.request'),
  approve: button('/arrangement/approve/:id', 'arrangement.approve'),
  reject: page('/arrangement/reject/:id', 'arrangement.approve'),
  withdraw: button('/arrangement/withdraw/:id', 'arrangement.request'),
  end: page('/arrangement/end/:id', 'arrangement.approve'),
  print: bare('/arrangement/print/:id', 'arrangement.print'),
})

export const credit_note = pages('tenant/credit-note', {
  list: page('/credit-note', 'refund.view'),
  view: page('/credit-note/view/:id', 'refund.view'),
  new: page('/credit-note/new/:id', { any: ['refund.create', 'refund.request'] }),
  writeOff: page('/credit-note/write-off/:id', { any: ['refund.create', 'refund.request'] }),
  approve: button('/credit-note/approve/:id', 'refund.approve'),
  reject: page('/credit-note/reject/:id', 'refund.approve'),
  withdraw: button('/credit-note/withdraw/:id', { any: ['refund.create', 'refund.request'] }),
  print: bare('/credit-note/print/:id', 'refund.view'),
})

export const generation = pages('tenant/generation', {
  list: page('/invoice/generation', 'generation.preview'),
  new: page('/invoice/generation/new', 'generation.preview'),
  view: page('/invoice/generation/view/:id', 'generation.preview'),
  run: button('/invoice/generation/run/:id', 'generation.run'),
  again: button('/invoice/generation/again/:id', 'generation.preview'),
  remove: button('/invoice/generation/remove/:id', 'generation.preview'),
  retry: button('/invoice/generation/retry/:id', 'generation.run'),
  undo: page('/invoice/generation/undo/:id', 'generation.undo'),
  /** Asks somebody who may run it. */
  ask: page('/invoice/generation/ask/:id', 'generation.preview'),
  askWithdraw: button('/invoice/generation/ask/withdraw/:id', 'generation.preview'),
  /** One student of a preview or a run, by an id of its own. */
  student: page('/invoice/generation/student/:id', 'generation.preview'),
  students: page('/generation-student', 'generation.preview'),
  log: page('/report/invoice/invoiceGenerationLog', 'report_generation.view'),
})

export const invoice = pages('tenant/invoice', {
  list: page('/invoice', 'invoice.view'),
  new: page('/invoice/new', 'invoice.create'),
  several: page('/invoice/several', 'invoice.create'),
  view: page('/invoice/view/:id', 'invoice.view'),
  edit: page('/invoice/edit/:id', 'invoice.edit'),
  issue: page('/invoice/issue/:id', 'invoice.issue'),
  amend: page('/invoice/amend/:id', 'invoice.edit'),
  versions: page('/invoice/versions/:id', 'invoice.view'),
  cancel: page('/invoice/cancel/:id', { any: ['invoice.cancel', 'invoice.request_cancel'] }),
  remove: button('/invoice/remove/:id', 'invoice.edit'),
  send: button('/invoice/send/:id', 'invoice.issue'),
  download: page('/invoice/download/:id', 'invoice.print'),
  pay: page('/invoice/pay/:id', 'payment.record'),
  paper: bare('/invoice/print/:id', 'invoice.print', 'print'),
  status: bare('/invoice/status/:code', 'guest', 'shared/invoice/status'),
  /** Its PDF by the public code: a page that waits until it is made, and the file. */
  file: bare('/invoice/file/:code', 'guest', 'shared/invoice/file'),
  pdf: bare('/invoice/file/:code/pdf', 'guest', 'shared/invoice/pdf'),
})
