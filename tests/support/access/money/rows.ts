import { addDays } from '#app/domain/dates.ts'
import { bankCostForm } from '#app/domain/revenue/bank-cost-form.ts'
import type { Access } from '#app/server/routing/gate.ts'
import { next } from '#tests/support/database/factories.ts'
import { inFormats, list, type Row, view } from '../row.ts'

/** What the operator's pages about money ask for. */
export const askedOfMoney: Record<string, Access> = {
  'main/collection/list': 'admin.collection.view',
  'main/collection/view': 'admin.collection.view',
  'main/equation/list': 'admin.payout.view',
  'main/equation/view': 'admin.payout.view',
  'main/payout/list': 'admin.payout.view',
  'main/payout/view': 'admin.payout.view',
  'main/report/collection': 'admin.collection.view',
  'main/report/daily': 'admin.collection.view',
  'main/trace/search': 'admin.collection.view',
  'tenant/payment/trace': 'payout.view',
  'main/revenue/cost': 'admin.revenue.view',
  'main/revenue/cost-new': 'admin.revenue.edit',
  'main/revenue/list': 'admin.revenue.view',
  'main/revenue/view': 'admin.revenue.view',
}

const reports = [{ report: 'collection' }, { report: 'daily' }]

export const operatorMoneyRows: Record<string, Row> = {
  'main/collection/list': list,
  'main/collection/view': view('ledgerLine'),
  'main/report/collection': list,
  'main/report/daily': list,
  'main/report.print': { params: reports, needs: () => 'admin.collection.print' },
  'main/report.export': {
    params: inFormats(reports, ['csv', 'xlsx']),
    needs: () => 'admin.collection.print',
  },
  'main/trace/search': list,
  'main/equation/list': list,
  'main/equation/view': view('equation'),
  'main/payout/list': list,
  'main/payout/view': view('payout'),
  'main/revenue/list': list,
  'main/revenue/view': view('earning'),
  'main/revenue/cost': list,
  'main/revenue/cost-new': {
    form: () => ({ model: 'B2C', from_on: addDays('2031-01-01', next() % 20_000), cost_sen: '0.70' }),
    schema: bankCostForm,
  },
}
