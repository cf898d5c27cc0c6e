import type { Transaction } from 'kysely'
import { type GivingKind, unnamed } from '#app/domain/accounting/gifts/gift.ts'
import { refuseForeignBranch } from '#app/domain/catalogue/branches/branches.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { noFee } from '#app/domain/core/invoicing/payment-rules.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { appointmentOn } from '#app/domain/giving/zakat-appointments/find-appointments.ts'
import { drawerOn } from '#app/domain/payments/counter/till.ts'
import { type Posted, postGift } from '#app/domain/payments/payments/post-payment.ts'
import { type RecordRules, refuseDay, refuseRepeated } from '#app/domain/payments/payments/record-payment.ts'
import { newId, newPublicCode } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { giftSum, type RecordGiftInput } from './donate-form.ts'
import { giverColumns } from './giver-identity.ts'
import { typeToGive } from './open-types.ts'

/**
 * Takes down a gift in cash or by transfer, with its receipt. Refuses a branch outside the scope (not_found.branch), a type
 * that was not open on the day on which it was given (donation.closed), zakat without its intention, a day to come or too
 * far back, what giverColumns refuses, and, until it is confirmed, a reference that came before with the same amount.
 */
export async function recordGift(
  trx: Transaction<DB>,
  actor: Actor,
  kind: GivingKind,
  input: RecordGiftInput,
  { keys, ...rules }: RecordRules & { keys: Keys },
): Promise<Posted & { donation_id: string; amount_sen: number }> {
  const { paid_on, branch_id } = input
  refuseDay(input, rules)
  // a gift is what was given, so nothing of it is rounded
  const drawer_id = await drawerOn(trx, actor, paid_on, rules.today)
  await refuseForeignBranch(trx, branch_id, rules.scope)
  const type = await typeToGive(trx, kind, input.type, paid_on)
  const appointment = kind === 'zakat' && type ? await appointmentOn(trx, type.id, paid_on) : undefined
  if (!type || (kind === 'zakat' && !appointment)) throw new Refusal('donation.closed', 'type')
  if (kind === 'zakat' && input.intention !== 'on') throw new Refusal('donation.intention', 'intention')
  const { amount_sen, persons, field } = giftSum(input, type)
  if (amount_sen < 1) throw new Refusal('input.required', field)
  const { reference_no } = input
  if (!input.confirmed) await refuseRepeated(trx, { reference_no, amount: amount_sen, paid_on })
  const donor_name = input.anonymous === 'on' ? null : (input.donor_name ?? null)
  const donation_id = newId()
  await trx
    .insertInto('donation')
    .values({
      ...{ id: donation_id, kind, [`${kind}_type_id`]: type.id, branch_id, amount_sen, donor_name },
      ...giverColumns(keys, donation_id, input, type),
      ...(persons === null ? {} : { persons, rate_sen: type.rate_sen }),
      ...{ message: input.message || null, intention: input.intention === 'on', created_by: actor.id },
      ...{ appointment: appointment ? JSON.stringify(appointment) : null },
    })
    .execute()
  const public_code = newPublicCode()
  await trx.insertInto('platform.public_code').values({ code: public_code, kind: 'payment' }).execute()
  const posted = await postGift(trx, actor, {
    ...{ method: input.method, amount_sen, ...noFee, paid_on, today: rules.today, public_code },
    ...{ payer_name: donor_name ?? unnamed, payer_email: input.donor_email ?? null },
    ...{ reference_no: reference_no ?? null, remark: null, received_by: actor.id, gateway: null },
    drawer_id,
    gift: { id: donation_id, kind, type_id: type.id, type: type.name, branch_id, amount_sen },
  })
  return { ...posted, donation_id, amount_sen }
}
