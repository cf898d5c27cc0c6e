import type { Transaction } from 'kysely'
import { type Actor, asGuest } from '#app/domain/actor.ts'
import type { OnlineTerms } from '#app/domain/attempts/online-terms.server.ts'
import { openAttempt, type StartTerms, startTerms } from '#app/domain/attempts/start.server.ts'
import { record } from '#app/domain/audit.ts'
import { todayIn } from '#app/domain/dates.ts'
import type { Fee } from '#app/domain/payments/fee.ts'
import { Refusal } from '#app/domain/refusal.ts'
import { appointmentOn } from '#app/domain/zakat-appointments/standing.server.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import { limitRefusal } from '#app/integrations/fpx/limits.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { DonateInput } from './donate-form.ts'
import { giftSum } from './gift-sum.ts'
import { type GivingKind, unnamed } from './giving.ts'
import { givingBranch, openType } from './open-types.server.ts'

interface Starting extends Omit<StartTerms, 'model' | 'buyer_name' | 'buyer_email'> {
  kind: GivingKind
}

/**
 * Begins a gift: what it is for, from whom unless anonymous, and the attempt by which it is paid, under the same rules as any
 * other. Returns the code of its public page. Refuses a type that is not open today (donation.closed), zakat that is not
 * said to be meant so, and amounts outside FPX's limits, at the field that was typed.
 */
export async function startDonation(
  trx: Transaction<DB>,
  actor: Actor,
  config: FpxConfig,
  input: DonateInput,
  { kind, ...starting }: Starting,
): Promise<string> {
  const { model } = input
  const anonymous = input.anonymous === 'on'
  const giver = anonymous ? asGuest(actor) : actor
  const donor_name = anonymous ? null : (input.donor_name ?? null)
  const buyer = { buyer_name: donor_name ?? unnamed, buyer_email: input.buyer_email ?? null }
  const terms = await startTerms(trx, config, { ...starting, model })
  const on = todayIn(starting.at)
  const type = await openType(trx, kind, { id: input.type }, on)
  if (!type) throw new Refusal('donation.closed')
  const appointment = kind === 'zakat' ? await appointmentOn(trx, type.id, on) : undefined
  if (kind === 'zakat' && !appointment) throw new Refusal('donation.closed')
  if (kind === 'zakat' && input.intention !== 'on') throw new Refusal('donation.intention', 'intention')
  const { amount_sen, persons, field } = giftSum(input, type)
  const fee = giftFee(terms.fees[model], input.cover_fee === 'on')
  const refusal =
    limitRefusal(model, amount_sen, terms.limits) ??
    limitRefusal(model, amount_sen + fee.payer_fee_sen, terms.limits)
  if (refusal) throw new Refusal(refusal, field)
  const id = newId()
  const { attempt_id, code, order_no } = await openAttempt(
    trx,
    giver,
    config,
    { ...starting, ...buyer, model },
    {
      ...{ purpose: 'donation' as const, terms, fee, amount_sen: amount_sen + fee.payer_fee_sen },
      description: type.code,
    },
  )
  await trx
    .insertInto('donation')
    .values({
      ...{
        id,
        kind,
        [`${kind}_type_id`]: type.id,
        branch_id: await givingBranch(trx),
        amount_sen,
        attempt_id,
      },
      ...(persons === null ? {} : { persons, rate_sen: type.rate_sen }),
      ...{ donor_name, message: input.message || null, intention: input.intention === 'on' },
      ...{ appointment: appointment ? JSON.stringify(appointment) : null },
      // Who wants to be nobody is not found among their own gifts, either.
      ...{ parent_id: giver.parent_id, created_by: giver.id },
    })
    .execute()
  await record(
    trx,
    giver,
    'donation.started',
    { type: 'donation', id },
    { after: { type: type.name, amount_sen, order_no, anonymous } },
  )
  return code
}

/** The whole of a fee is borne by one side: by the payer who says so, where the organisation does not bear it anyway. */
function giftFee({ payer_fee_sen, tenant_fee_sen }: Fee, covered: boolean): Fee {
  if (covered) return { payer_fee_sen, tenant_fee_sen }
  return { payer_fee_sen: 0, tenant_fee_sen: payer_fee_sen + tenant_fee_sen }
}

/** What a page offers: the models that can be paid by, with what the fee is on top. */
export const feesOf = (terms: OnlineTerms): Record<Model, number> => ({
  B2C: terms.fees.B2C.payer_fee_sen,
  B2B1: terms.fees.B2B1.payer_fee_sen,
})
