import { bare, button, page, pages } from './pages.ts'

export const collection = pages('tenant/collection', {
  list: page('/collection', 'collection.view'),
  sums: page('/collection/sums', 'collection.view'),
})

export const credit_move = pages('tenant/credit-move', {
  list: page('/credit-move', 'credit_move.view'),
  view: page('/credit-move/view/:id', 'credit_move.view'),
  new: page('/credit-move/new/:id', 'credit_move.request'),
  approve: button('/credit-move/approve/:id', 'credit_move.approve'),
  reject: page('/credit-move/reject/:id', 'credit_move.approve'),
  withdraw: button('/credit-move/withdraw/:id', 'credit_move.request'),
})

export const month = pages('tenant/month', {
  list: page('/month', 'month.view'),
  view: page('/month/view/:month', 'month.view'),
  close: button('/month/close/:month', 'month.close'),
  reopen: page('/month/reopen/:month', 'month.reopen'),
})

export const trace = pages('tenant/trace', {
  find: bare('/trace', 'guest'),
  view: bare('/trace/:token', 'guest'),
})
