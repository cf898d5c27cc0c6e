import type { Access } from '#app/server/routing/gate.ts'

/** What the routes of the counter ask for. */
export const askedAtCounter: Record<string, Access> = {
  'tenant/counter/done': 'payment.record',
  'tenant/counter/find': 'payment.record',
  'tenant/counter/take': 'payment.record',
  'tenant/drawer/close': 'drawer.fill',
  'tenant/drawer/confirm': 'payment.cancel',
  'tenant/drawer/list': 'collection.view',
  'tenant/drawer/move': 'drawer.fill',
  'tenant/drawer/open': 'payment.record',
  'tenant/drawer/print': 'collection.print',
  'tenant/drawer/view': 'collection.view',
  'tenant/setting/counter': 'invoice_setting.edit',
}
