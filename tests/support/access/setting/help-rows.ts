import { helpEnterForm } from '#app/domain/platform/help-visits/help-visit.ts'
import { type Row, verb } from '../row.ts'

export const helpRows: Record<string, Row> = {
  'main/entity/help': {
    of: 'entity',
    form: () => ({ code: 'AAAA-BBBB-CCCC', reason: 'Tiket 4711: jumlah pada resit' }),
    schema: helpEnterForm,
  },
  'main/entity/help-leave': verb('ownHelpVisit'),
  'main/entity/help-open': verb('ownHelpVisit'),
  // without a ticket nobody is led anywhere, and who is not inside has nothing to leave
  'tenant/help/enter': {},
  'tenant/help/leave': { leadsOn: true, goes: /^\/$/ },
  'tenant/setting/help/code': { form: () => ({}), emptyChanges: true },
  'tenant/setting/help/end': verb('helpVisit'),
  'tenant/setting/help/withdraw': verb('helpCode'),
}
