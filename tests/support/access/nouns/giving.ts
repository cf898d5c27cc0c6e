import { sql } from 'kysely'
import { versionForm } from '#app/domain/core/fields.ts'
import { declineForm } from '#app/domain/core/four-eyes/decline-form.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { donateForm, recordGiftForm } from '#app/domain/giving/donations/donation.ts'
import { fundMoveForm } from '#app/domain/giving/funds/fund-move.ts'
import { appointmentForm } from '#app/domain/giving/zakat-appointments/appointment.ts'
import { sealedIdentity } from '#app/domain/identity/accounts/identity.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import type { Corner, Noun } from '#tests/support/access/noun.ts'
import { resourceRows } from '#tests/support/access/resource-rows.ts'
import { type Row, today, verb, version, view } from '#tests/support/access/row.ts'
import { type Given, insert, type Trx } from '#tests/support/database/factories.ts'
import {
  fundMove,
  infaqType,
  letter,
  paidDonation,
  zakatType,
} from '#tests/support/database/giving-factories.ts'
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
  const { identity_no_sealed } = sealedIdentity(environmentKeyring(environment), at, '900101145678')
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

const nowhere = '0198f000-0000-7000-8000-00000000dead'
const reason = 'Buku untuk anak yatim'
const gift = () => ({
  ...{ type: nowhere, model: 'B2C', bank: 'TEST0021', amount: '5.00', donor_name: 'Azman bin Hashim' },
})
const brought = () => ({
  ...{ type: nowhere, branch_id: nowhere, method: 'cash', amount: '5.00', paid_on: today },
  donor_name: 'Azman bin Hashim',
})

/** What is given, what becomes of it, and by whose authority. */
export const givingRows: Record<string, Row> = {
  // the picture itself is tried in a test of its own
  'tenant/infaq-type/picture': { of: 'infaq_type', absent: true },
  ...resourceRows('infaq_type', 'spareInfaqType'),
  // the picture itself is tried in a test of its own
  'tenant/zakat-type/picture': { of: 'zakat_type', absent: true },
  ...resourceRows('zakat_type', 'spareZakatType'),
  'tenant/infaq/new': { form: brought, schema: recordGiftForm },
  // whoever may reveal the number of a giver must see the gift first
  'tenant/infaq/reveal': { of: 'taxedInfaq', reach: 'donation.view', form: () => ({}) },
  'tenant/infaq/pay': { form: gift, schema: donateForm },
  'tenant/zakat/new': { form: brought, schema: recordGiftForm },
  'tenant/zakat/pay': { form: gift, schema: donateForm },
  'tenant/fund-move/new': {
    of: 'filledFund',
    form: () => ({ purpose: 'spent', amount: '0.01', moved_on: today, recipient: 'Kedai Buku', reason }),
    schema: fundMoveForm,
  },
  'tenant/fund-move/reject': {
    of: 'fund_move',
    form: () => ({ decision_reason: reason }),
    schema: declineForm,
  },
  // what is sent is a file, which the tests of its own send
  'tenant/zakat-type/authority': {
    of: 'zakat_type',
    form: () => ({
      ...{ authority: 'Lembaga Zakat', state: 'Selangor', appointment_no: '17' },
      ...{ valid_from: today, valid_to: today },
    }),
    schema: appointmentForm,
  },
  'tenant/zakat-type/letter': view('appointment'),
  'tenant/zakat-type/withdraw': verb('appointment'),
}

/** The operator's look at who may collect zakat. */
export const operatorGivingRows: Record<string, Row> = {
  'main/zakat/view': view('anyAppointment'),
  'main/zakat/letter': view('anyAppointment'),
  'main/zakat/confirm': verb('anyAppointment', version, versionForm),
  'main/zakat/refuse': {
    of: 'anyAppointment',
    form: () => ({ decision_reason: reason }),
    schema: declineForm,
  },
}
