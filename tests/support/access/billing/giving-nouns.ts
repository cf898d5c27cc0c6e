import { sql } from 'kysely'
import { ringOf } from '#app/domain/core/secrets.ts'
import { sealedIdentity } from '#app/domain/identity/accounts/identity.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import { type Given, insert, type Trx } from '../../database/factories.ts'
import { fundMove, infaqType, letter, paidDonation, zakatType } from '../../database/giving-factories.ts'
import type { Corner, Noun } from '../noun.ts'
import { letterFile } from './letter-file.ts'

const given = (
  trx: Trx,
  kind: 'infaq' | 'zakat',
  { branch_id, payer_parent_id, mark, sen }: Corner,
  more: Given<'donation'> = {},
) =>
  paidDonation(trx, {
    kind,
    branch_id,
    parent_id: payer_parent_id,
    donor_name: mark,
    message: mark,
    amount_sen: sen(),
    ...more,
  })

/** The columns of a gift with a number; the same for everybody. */
async function numbered(trx: Trx): Promise<Given<'donation'>> {
  const id = newId()
  const { rows } = await sql<{ place: string }>`select current_schema() as place`.execute(trx)
  const at = { place: rows[0]!.place, table: 'donation', row: id } as const
  const { identity_no_sealed } = sealedIdentity(ringOf(environment), at, '900101145678')
  return { id, identity_type: 'nric', identity_no_sealed }
}

/** What somebody gave, what is to leave a fund that has enough, and letters of authorities. */
export const givingNouns = {
  infaq: { make: (trx, corner) => given(trx, 'infaq', corner) },
  /** Whose giver has said by which number the tax authority knows them. */
  taxedInfaq: {
    make: async (trx, corner) => given(trx, 'infaq', corner, await numbered(trx)),
  },
  zakat: { make: (trx, corner) => given(trx, 'zakat', corner) },
  fund_move: {
    reach: 'organisation',
    make: async (trx, corner) => {
      const { infaq_type_id } = await given(trx, 'infaq', corner)
      const { user_id, mark, sen } = corner
      return fundMove(trx, {
        ...{ infaq_type_id, amount_sen: sen() - 700_000, recipient: mark },
        ...{ reason: `${mark} untuk anak yatim`, requested_by: user_id },
      })
    },
  },
  /** A type of infaq whose fund has something. */
  filledFund: {
    reach: 'organisation',
    make: async (trx, corner) => ({ id: (await given(trx, 'infaq', corner)).infaq_type_id! }),
  },
  spareInfaqType: {
    reach: 'organisation',
    make: (trx, { mark }) => infaqType(trx, { name: mark, description: mark }),
  },
  spareZakatType: {
    reach: 'organisation',
    make: (trx, { mark }) => zakatType(trx, { name: mark, description: mark }),
  },
  appointment: {
    reach: 'organisation',
    make: async (trx, { mark }) =>
      letter(trx, {
        ...{ authority: mark, appointment_no: mark, type_name: mark },
        letter_key: await letterFile(trx),
      }),
  },
  /** The same for the operator. */
  anyAppointment: {
    platform: true,
    make: async (trx, { entity_id, mark }) =>
      insert(trx, 'platform.zakat_appointment', {
        ...{ id: newId(), entity_id, zakat_type_id: newId(), type_name: mark, authority: mark },
        ...{ state: 'Selangor', appointment_no: mark, valid_from: '2026-01-01', valid_to: '2099-12-31' },
        ...{ letter_key: await letterFile(trx, entity_id), letter_type: 'application/pdf', letter_bytes: 8 },
        ...{ requested_by: newId(), requester: mark },
      }),
  },
} as const satisfies Record<string, Noun>
