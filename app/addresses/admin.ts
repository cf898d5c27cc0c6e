import { bare, button, page, pages } from './pages.ts'

export const report = pages('main/report', {
  collection: page('/admin/report/collection', 'admin.collection.view'),
  daily: page('/admin/report/daily', 'admin.collection.view'),
})

export const equation = pages('main/equation', {
  list: page('/admin/equation', 'admin.payout.view'),
  view: page('/admin/equation/view/:id', 'admin.payout.view'),
})

export const revenue = pages('main/revenue', {
  list: page('/admin/revenue', 'admin.revenue.view'),
  view: page('/admin/revenue/view/:id', 'admin.revenue.view'),
  cost: page('/admin/revenue/cost', 'admin.revenue.view'),
  costNew: page('/admin/revenue/cost/new', 'admin.revenue.edit'),
})

export const payout = pages('main/payout', {
  list: page('/admin/payout', 'admin.payout.view'),
  view: page('/admin/payout/view/:id', 'admin.payout.view'),
  approve: button('/admin/payout/approve/:id', 'admin.payout.approve'),
  release: button('/admin/payout/release/:id', 'admin.payout.create'),
  hold: page('/admin/payout/hold/:id', 'admin.payout.create'),
  cancel: page('/admin/payout/cancel/:id', 'admin.payout.create'),
  paid: page('/admin/payout/paid/:id', 'admin.payout.create'),
  failed: page('/admin/payout/failed/:id', 'admin.payout.create'),
  send: page('/admin/payout/send', 'admin.payout.create'),
  file: page('/admin/payout/file/:id', 'admin.payout.create'),
  waiting: page('/admin/payout/waiting', 'admin.payout.view'),
  prepare: page('/admin/payout/prepare/:id', 'admin.payout.create'),
  /** Of an organisation. */
  day: page('/admin/payout/day/:id', 'admin.payout.create'),
})

export const payoutDay = pages('main/payout-day', {
  accept: button('/admin/payout-day/accept/:id', 'admin.payout.create'),
  refuse: page('/admin/payout-day/refuse/:id', 'admin.payout.create'),
})

export const payoutAdjustment = pages('main/payout-adjustment', {
  list: page('/admin/payout-adjustment', 'admin.payout.view'),
  view: page('/admin/payout-adjustment/view/:id', 'admin.payout.view'),
  new: page('/admin/payout-adjustment/new', 'admin.payout.create'),
  approve: button('/admin/payout-adjustment/approve/:id', 'admin.payout.approve'),
  reject: page('/admin/payout-adjustment/reject/:id', 'admin.payout.approve'),
  withdraw: button('/admin/payout-adjustment/withdraw/:id', 'admin.payout.create'),
})

export const payoutLayout = pages('main/payout-layout', {
  list: page('/admin/payout-layout', 'admin.payout.view'),
  new: page('/admin/payout-layout/new', 'admin.payout.create'),
  edit: page('/admin/payout-layout/edit/:id', 'admin.payout.create'),
  remove: button('/admin/payout-layout/remove/:id', 'admin.payout.create'),
})

export const exception = pages('main/payment-exception', {
  list: page('/admin/payment-exception', 'admin.payment_exception.view'),
  view: page('/admin/payment-exception/view/:id', 'admin.payment_exception.view'),
  take: button('/admin/payment-exception/take/:id', 'admin.payment_exception.settle'),
  note: page('/admin/payment-exception/note/:id', 'admin.payment_exception.settle'),
  resolve: page('/admin/payment-exception/resolve/:id', 'admin.payment_exception.settle'),
  confirm: button('/admin/payment-exception/confirm/:id', 'admin.payment_exception.settle'),
  reject: button('/admin/payment-exception/reject/:id', 'admin.payment_exception.settle'),
})

export const zakat = pages('main/zakat', {
  list: page('/admin/zakat', 'admin.zakat.view'),
  view: page('/admin/zakat/view/:id', 'admin.zakat.view'),
  letter: page('/admin/zakat/letter/:id', 'admin.zakat.view'),
  confirm: button('/admin/zakat/confirm/:id', 'admin.zakat.decide'),
  refuse: page('/admin/zakat/refuse/:id', 'admin.zakat.decide'),
})

export const entityBank = pages('main/entity-bank', {
  list: page('/admin/entity-bank', 'admin.entity_bank.view'),
  view: page('/admin/entity-bank/view/:id', 'admin.entity_bank.view'),
  letter: page('/admin/entity-bank/letter/:id', 'admin.entity_bank.view'),
  confirm: page('/admin/entity-bank/confirm/:id', 'admin.entity_bank.confirm'),
  refuse: page('/admin/entity-bank/refuse/:id', 'admin.entity_bank.confirm'),
})

export const registration = pages('main/registration', {
  list: page('/admin/registration', 'admin.registration.view'),
  view: page('/admin/registration/view/:id', 'admin.registration.view'),
  document: page('/admin/registration/document/:id/:file', 'admin.registration.view'),
  edit: page('/admin/registration/edit/:id', 'admin.registration.decide'),
  approve: page('/admin/registration/approve/:id', 'admin.registration.decide'),
  reject: page('/admin/registration/reject/:id', 'admin.registration.decide'),
  paid: page('/admin/registration/paid/:id', 'admin.subscription.edit'),
})

export const messageCredit = pages('main/message-credit', {
  list: page('/admin/message-credit', 'admin.subscription.view'),
  entries: page('/admin/message-credit-entry', 'admin.subscription.view'),
})

export const subscription = pages('main/subscription', {
  list: page('/admin/subscription', 'admin.subscription.view'),
  view: page('/admin/subscription/view/:id', 'admin.subscription.view'),
  renew: page('/admin/subscription/renew/:id', 'admin.subscription.edit'),
  extend: page('/admin/subscription/extend/:id', 'admin.subscription.edit'),
  credit: page('/admin/subscription/credit/:id', 'admin.subscription.edit'),
  setting: page('/admin/subscription/setting', 'admin.subscription.edit'),
})

export const platformInvoice = pages('main/platform-invoice', {
  list: page('/admin/platform-invoice', 'admin.subscription.view'),
  view: page('/admin/platform-invoice/view/:id', 'admin.subscription.view'),
  download: page('/admin/platform-invoice/pdf/:id', 'admin.subscription.print'),
  file: page('/admin/platform-invoice/file/:id', 'admin.subscription.print'),
  paid: page('/admin/platform-invoice/paid/:id', 'admin.subscription.edit'),
  cancel: page('/admin/platform-invoice/cancel/:id', 'admin.subscription.edit'),
  paper: bare('/admin/platform-invoice/paper/:id', 'operator'),
})

export const log = pages('main/log', {
  audit: page('/admin/log/audit', 'operator', 'audit-list'),
  entry: page('/admin/log/audit/view/:id', 'operator', 'audit-view'),
  verify: page('/admin/log/audit/verify', 'admin.audit.view', 'audit-verify'),
  login: page('/admin/log/login', 'operator', 'login-list'),
})

export const operator = pages('main/operator', {
  list: page('/admin/operator', 'admin.operator.view'),
  new: page('/admin/operator/new', 'admin.operator.edit'),
  view: page('/admin/operator/view/:id', 'admin.operator.view'),
  edit: page('/admin/operator/edit/:id', 'admin.operator.edit'),
  status: button('/admin/operator/status/:id', 'admin.operator.edit'),
  remove: button('/admin/operator/remove/:id', 'admin.operator.edit'),
  secondFactor: button('/admin/operator/second-factor/:id', 'admin.operator.edit'),
  invite: button('/admin/operator/invite/:id', 'admin.operator.edit'),
})

export const entity = pages('main/entity', {
  list: page('/admin/entity', 'admin.entity.view'),
  view: page('/admin/entity/view/:id', 'admin.entity.view'),
  edit: page('/admin/entity/edit/:id', 'admin.entity.edit'),
  status: page('/admin/entity/status/:id', 'admin.entity.activate'),
  note: page('/admin/entity/note/:id', 'admin.entity.edit'),
  domain: page('/admin/entity/domain/:id', 'admin.entity.edit', 'domain-off'),
  domainAllow: button('/admin/entity/domain-allow/:id', 'admin.entity.edit'),
  help: page('/admin/entity/help/:id', 'admin.entity.help'),
  helpOpen: button('/admin/entity/help/open/:id', 'admin.entity.help'),
  helpLeave: button('/admin/entity/help/leave/:id', 'admin.entity.help'),
})

export const legal = pages('main/legal', {
  list: page('/admin/legal', 'admin.legal.view'),
  view: page('/admin/legal/view/:slug', 'admin.legal.view'),
  edit: page('/admin/legal/edit/:slug', 'admin.legal.edit'),
})

export const holiday = pages('main/holiday', {
  list: page('/admin/holiday', 'admin.holiday.view'),
  new: page('/admin/holiday/new', 'admin.holiday.edit'),
  view: page('/admin/holiday/view/:id', 'admin.holiday.view'),
  edit: page('/admin/holiday/edit/:id', 'admin.holiday.edit'),
  remove: button('/admin/holiday/remove/:id', 'admin.holiday.edit'),
})

const packages = pages('main/package', {
  list: page('/admin/package', 'admin.package.view'),
  new: page('/admin/package/new', 'admin.package.edit'),
  view: page('/admin/package/view/:id', 'admin.package.view'),
  edit: page('/admin/package/edit/:id', 'admin.package.edit'),
  status: button('/admin/package/status/:id', 'admin.package.edit'),
  remove: button('/admin/package/remove/:id', 'admin.package.edit'),
})

export const feature = pages('main/feature', {
  list: page('/admin/feature', 'admin.feature.view'),
  view: page('/admin/feature/view/:code', 'admin.feature.view'),
  status: button('/admin/feature/status/:code', 'admin.feature.edit'),
})

export const papers = pages('main/list', {
  export: bare('/admin/:name/export/:format', 'operator'),
  reportPrint: bare('/admin/report/:report/print', 'operator', 'print', 'main/report.print'),
  reportExport: bare('/admin/report/:report/export/:format', 'operator', 'export', 'main/report.export'),
  logPrint: bare('/admin/log/:log/print', 'operator', 'print', 'main/log.print'),
  logExport: bare('/admin/log/:log/export/:format', 'operator', 'export', 'main/log.export'),
  print: bare('/admin/:name/print', 'operator'),
})

export { packages as package }
