import { helpEnterForm } from '#app/domain/platform/help-visits/help-visit.ts'
import type { Noun } from '#tests/support/access/noun.ts'
import { type Row, verb } from '#tests/support/access/row.ts'
import { helpCode, helpVisit } from '#tests/support/database/help-factories.ts'

/** What an organisation lets operators do. */
export const helpNouns = {
  helpCode: {
    reach: 'organisation',
    make: async (_, { entity_id, mark }) => helpCode({ entity_id, maker: mark }),
  },
  helpVisit: {
    reach: 'organisation',
    make: async (_, { entity_id, mark }) => helpVisit({ entity_id, reason: mark }),
  },
  /** An operator's own. */
  ownHelpVisit: {
    platform: true,
    reach: 'personal',
    make: async (_, { entity_id, operator_id, mark }) => helpVisit({ entity_id, operator_id, reason: mark }),
  },
} as const satisfies Record<string, Noun>

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
