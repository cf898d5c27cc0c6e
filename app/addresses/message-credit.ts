import { button, page, pages } from './pages.ts'

export const message_credit = pages('tenant/message-credit', {
  view: page('/message-credit', 'credit.view'),
  list: page('/message-credit-entry', 'credit.top_up'),
  order: page('/message-credit/top-up', 'credit.top_up'),
  topUp: page('/message-credit/top-up/view/:id', 'credit.top_up'),
  cancel: button('/message-credit/top-up/cancel/:id', 'credit.top_up'),
})
