import { bare, button, page, pages, picture, resource } from './pages.ts'

export const infaq = pages('tenant/infaq', {
  pay: bare('/infaq/pay', 'guest'),
  list: page('/infaq/list', 'donation.view'),
  new: page('/infaq/new', 'donation.record'),
  view: page('/infaq/view/:id', 'donation.view'),
  /** Whose the gift is to the tax authority. */
  reveal: page('/infaq/reveal/:id', 'identity.reveal'),
  open: bare('/infaq', 'guest', 'shared/infaq/open'),
})

export const zakat = pages('tenant/zakat', {
  pay: bare('/zakat/pay', 'guest'),
  list: page('/zakat/list', 'donation.view'),
  new: page('/zakat/new', 'donation.record'),
  view: page('/zakat/view/:id', 'donation.view'),
  open: bare('/zakat', 'guest', 'shared/zakat/open'),
})

export const infaq_type = pages('tenant/infaq-type', {
  ...resource('infaq_type'),
  ...picture('infaq_type'),
})

export const zakat_type = pages('tenant/zakat-type', {
  ...resource('zakat_type'),
  ...picture('zakat_type'),
})

export const zakatAppointment = pages('tenant/zakat-type', {
  new: page('/zakat-type/authority/:id', 'zakat_type.edit', 'authority'),
  letter: page('/zakat-type/letter/:id', 'zakat_type.edit'),
  withdraw: button('/zakat-type/withdraw/:id', 'zakat_type.edit'),
})

export const fund = pages('tenant/fund', {
  list: page('/fund', 'fund_move.view'),
})

export const fund_move = pages('tenant/fund-move', {
  list: page('/fund-move', 'fund_move.view'),
  view: page('/fund-move/view/:id', 'fund_move.view'),
  new: page('/fund-move/new/:id', 'fund_move.request'),
  approve: button('/fund-move/approve/:id', 'fund_move.approve'),
  reject: page('/fund-move/reject/:id', 'fund_move.approve'),
  withdraw: button('/fund-move/withdraw/:id', 'fund_move.request'),
})
