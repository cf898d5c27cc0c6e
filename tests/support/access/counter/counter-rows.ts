import { versionForm } from '#app/domain/core/fields.ts'
import { counterSettingForm } from '#app/domain/payments/counter/settings.ts'
import { closeDrawerForm, drawerMoveForm, openDrawerForm } from '#app/domain/payments/drawers/drawer.ts'
import { counterForm } from '#app/domain/payments/payments/payment-form.ts'
import { type Row, verb, version, view } from '../row.ts'

/** Of no row of a test. */
const nobody = '42424242-4242-4242-8242-424242424242'

let setting_version = 0

export const counterRows: Record<string, Row> = {
  'tenant/counter/take': {
    of: 'queuing',
    form: () => ({ method: 'cash', amount: '1.00' }),
    schema: counterForm,
  },
  'tenant/counter/done': view('payment'),
  // for whom it is, and where, its own tests tell
  'tenant/drawer/open': {
    form: () => ({ branch_id: nobody, float: '1.00' }),
    schema: openDrawerForm,
  },
  'tenant/drawer/move': {
    of: 'drawer',
    form: () => ({ kind: 'in', amount: '1.00', reason: 'Wang kecil dari pejabat' }),
    schema: drawerMoveForm,
  },
  'tenant/drawer/close': {
    of: 'drawer',
    form: (thing) => ({ cash: '0', difference_reason: 'Tiada wang di dalam', ...version(thing) }),
    schema: closeDrawerForm,
  },
  'tenant/drawer/confirm': verb('countedDrawer', version, versionForm),
  'tenant/setting/counter': {
    form: () => ({ round_cash: 'on', receipt_size: 'a5', version: String(setting_version++) }),
    schema: counterSettingForm,
  },
}
