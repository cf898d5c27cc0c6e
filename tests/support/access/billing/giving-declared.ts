import type { Access } from '#app/server/routing/gate.ts'

/** What the routes of gifts, funds and authorities ask for. */
export const askedOfGiving: Record<string, Access> = {
  'main/zakat/confirm': 'admin.zakat.decide',
  'main/zakat/letter': 'admin.zakat.view',
  'main/zakat/list': 'admin.zakat.view',
  'main/zakat/refuse': 'admin.zakat.decide',
  'main/zakat/view': 'admin.zakat.view',
  'tenant/fund-move/approve': 'fund_move.approve',
  'tenant/fund-move/list': 'fund_move.view',
  'tenant/fund-move/new': 'fund_move.request',
  'tenant/fund-move/reject': 'fund_move.approve',
  'tenant/fund-move/view': 'fund_move.view',
  'tenant/fund-move/withdraw': 'fund_move.request',
  'tenant/fund/list': 'fund_move.view',
  'tenant/infaq/list': 'donation.view',
  'tenant/infaq/new': 'donation.record',
  'tenant/infaq/reveal': 'identity.reveal',
  'tenant/infaq/view': 'donation.view',
  'tenant/zakat-type/authority': 'zakat_type.edit',
  'tenant/zakat-type/letter': 'zakat_type.edit',
  'tenant/zakat-type/withdraw': 'zakat_type.edit',
  'tenant/zakat/list': 'donation.view',
  'tenant/zakat/new': 'donation.record',
  'tenant/zakat/view': 'donation.view',
}
