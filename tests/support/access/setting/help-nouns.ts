import { helpCode, helpVisit } from '../../database/help-factories.ts'
import type { Noun } from '../noun.ts'

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
