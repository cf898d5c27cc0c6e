import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { branch, type Given, insert, next, type Trx, user } from './factories.ts'
import { payment, receipt } from './money-factories.ts'
import type { Tenant } from './tenant.ts'

/** What anybody may give for, without days. */
export function infaqType(trx: Trx, given: Given<'infaq_type'> = {}) {
  const number = next()
  return insert(trx, 'infaq_type', { id: newId(), code: `INF${number}`, name: `Tabung ${number}`, ...given })
}

/** A kind of zakat for which no authority is confirmed. */
export function zakatType(trx: Trx, given: Given<'zakat_type'> = {}) {
  const number = next()
  return insert(trx, 'zakat_type', { id: newId(), code: `ZKT${number}`, name: `Zakat ${number}`, ...given })
}

export const authority = {
  ...{ id: '0198f000-0000-7000-8000-0000000000aa', authority: 'Lembaga Zakat Selangor', state: 'Selangor' },
  ...{ appointment_no: 'LZS/2026/17', valid_from: '2026-01-01', valid_to: '2026-12-31' },
}

/** A letter that the organisation has handed in, of the year 2026. */
export async function letter(trx: Trx, given: Given<'platform.zakat_appointment'> = {}) {
  const { id: _id, ...told } = authority
  return insert(trx, 'platform.zakat_appointment', {
    ...{ id: newId(), zakat_type_id: given.zakat_type_id ?? (await zakatType(trx)).id, ...told },
    ...{ type_name: 'Zakat Fitrah', letter_key: 'ab/letter.pdf', letter_type: 'application/pdf' },
    ...{ letter_bytes: 8, requested_by: newId(), requester: 'Puan Aminah', ...given },
  })
}

/** What the operator does with it, at the platform's place. */
export const decideLetter = (
  { database }: Tenant,
  id: string,
  given: Given<'platform.zakat_appointment'> = {},
) =>
  withPlatform(database.pool, (trx) =>
    trx
      .updateTable('platform.zakat_appointment')
      .set({ status: 'confirmed', decided_at: new Date(), decider: 'Operator', ...given })
      .where('id', '=', id)
      .execute(),
  )

/** A kind of zakat that is open in 2026. */
export async function openZakat(tenant: Tenant, given: Given<'zakat_type'> = {}, days: object = {}) {
  const row = await tenant.write(async (trx) => {
    const type = await zakatType(trx, given)
    return { type, letter: await letter(trx, { zakat_type_id: type.id, ...days }) }
  })
  await decideLetter(tenant, row.letter.id)
  return row
}

/** A gift of RM50.00 of which nothing has come yet. */
export async function donation(trx: Trx, given: Given<'donation'> = {}) {
  const kind = given.kind ?? 'infaq'
  const type =
    kind === 'zakat'
      ? { zakat_type_id: given.zakat_type_id ?? (await zakatType(trx)).id, intention: true }
      : { infaq_type_id: given.infaq_type_id ?? (await infaqType(trx)).id }
  return insert(trx, 'donation', {
    ...{ id: newId(), kind, ...type, branch_id: given.branch_id ?? (await branch(trx)).id },
    ...{ amount_sen: 5_000, donor_name: 'Encik Halim' },
    ...(kind === 'zakat' ? { appointment: JSON.stringify(authority) } : {}),
    ...given,
  })
}

/** The same with its money in cash, its fund and its receipt, but for the books. */
export async function paidDonation(trx: Trx, given: Given<'donation'> = {}, paid: Given<'payment'> = {}) {
  const row = await donation(trx, given)
  const { branch_id, amount_sen, donor_name: payer_name } = row
  const money = await payment(trx, { branch_id, amount_sen, payer_name, ...paid })
  await trx.updateTable('donation').set({ payment_id: money.id }).where('id', '=', row.id).execute()
  const { kind, infaq_type_id, zakat_type_id } = row
  await insert(trx, 'fund_entry', {
    ...{ id: newId(), kind, infaq_type_id, zakat_type_id, reason: 'gift', donation_id: row.id },
    ...{ delta_sen: amount_sen, entered_on: money.paid_on },
  })
  await receipt(trx, money.id)
  return { ...row, payment: money }
}

/** Money that somebody wants to spend out of a fund. */
export async function fundMove(trx: Trx, given: Given<'fund_move'> = {}) {
  const kind = given.kind ?? 'infaq'
  const type =
    kind === 'zakat'
      ? { zakat_type_id: given.zakat_type_id ?? (await zakatType(trx)).id }
      : { infaq_type_id: given.infaq_type_id ?? (await infaqType(trx)).id }
  return insert(trx, 'fund_move', {
    ...{ id: newId(), kind, ...type, purpose: 'spent', amount_sen: 1_000, moved_on: '2026-01-31' },
    ...{ recipient: 'Kedai Buku Ilmu', reason: 'Buku untuk anak yatim' },
    ...{ requested_by: given.requested_by ?? (await user(trx)).id, ...given },
  })
}
