import { addDays } from '#app/domain/dates.ts'
import { bankCostForm } from '#app/domain/revenue/bank-cost-form.ts'
import type { Access } from '#app/server/routing/gate.ts'
import { next } from '#tests/support/database/factories.ts'
import { list, type Row, view } from '../row.ts'

/** What the operator's pages about money ask for. */
export const askedOfMoney: Record<string, Access> = {
  'main/collection/list': 'admin.collection.view',
  'main/revenue/cost': 'admin.revenue.view',
  'main/revenue/cost-new': 'admin.revenue.edit',
  'main/revenue/list': 'admin.revenue.view',
  'main/revenue/view': 'admin.revenue.view',
}

export const operatorMoneyRows: Record<string, Row> = {
  'main/collection/list': list,
  'main/revenue/list': list,
  'main/revenue/view': view('earning'),
  'main/revenue/cost': list,
  'main/revenue/cost-new': {
    form: () => ({ model: 'B2C', from_on: addDays('2031-01-01', next() % 20_000), cost_sen: '0.70' }),
    schema: bankCostForm,
  },
}
