import { bare, page, pages } from './pages.ts'

export const delivery = pages('tenant/delivery', {
  list: page('/announcement/deliveries', 'announcement.create'),
})

/** Gateways for SMS and WhatsApp say here what became of a message. */
export const messageReport = pages('main/message', {
  report: bare('/message/report/:channel/:secret', 'gateway'),
})
