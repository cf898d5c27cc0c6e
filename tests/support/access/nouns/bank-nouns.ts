import type { Noun } from '#tests/support/access/noun.ts'
import { bankChange, dayRequest } from '#tests/support/database/bank-factories.ts'
import { letterFile } from './letter-file.ts'

/** Of every account that is asked for here. */
export const account_number = '514000012345'

/** Accounts and payout days that organisations ask for, one at a time. */
export const accountNouns = {
  bankChange: {
    reach: 'organisation',
    make: async (trx, { mark }) =>
      bankChange(trx, {
        ...{ account_name: mark, asker: mark, account_number },
        letter_key: await letterFile(trx),
      }),
  },
  /** The same for the operator. */
  anyBankChange: {
    platform: true,
    make: async (trx, { entity_id, mark }) =>
      bankChange(trx, {
        ...{ entity_id, account_name: mark, asker: mark, account_number },
        letter_key: await letterFile(trx, entity_id),
      }),
  },
  dayRequest: { reach: 'organisation', make: async (trx, { mark }) => dayRequest(trx, { asker: mark }) },
  /** The same for the operator. */
  anyDayRequest: {
    platform: true,
    make: async (trx, { entity_id, mark }) => dayRequest(trx, { entity_id, asker: mark }),
  },
} as const satisfies Record<string, Noun>
