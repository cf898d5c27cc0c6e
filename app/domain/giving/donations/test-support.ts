import type { GivingKind } from '#app/domain/accounting/gifts/gift.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import type { Keys } from '#app/domain/core/secrets.ts'
import { at, ring, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { newId } from '#db/id.ts'
import { startDonation } from './change-donation.ts'
import type { DonateInput } from './donation.ts'

/** What seals a giver's number. */
export const keysOf = ({ tenant }: Shop): Keys => ({ ring, place: tenant.place.schema })

/** What is typed on the page of a gift. */
export const typed = (type: string, given: Partial<DonateInput> = {}): DonateInput => ({
  ...{ type, model: 'B2C', bank: 'TEST0021', amount: 5_000, donor_name: 'Encik Halim' },
  ...{ suggested: undefined, persons: undefined, anonymous: undefined, message: undefined },
  ...{ identity_type: 'nric', identity_no: undefined },
  ...{ intention: 'on', buyer_email: 'halim@giver.test', cover_fee: 'on', form_key: newId() },
  ...given,
})

/** Begins a gift as somebody without an account does; returns its attempt. */
export async function give(
  shop: Shop,
  kind: GivingKind,
  type: string,
  given: Partial<DonateInput> = {},
  { when = at, actor = systemActor, bank = { code: 'TEST0021', name: 'SBI Bank A', online: true } } = {},
) {
  const code = await shop.tenant.write((trx) =>
    startDonation(trx, actor, typed(type, given), {
      keys: keysOf(shop),
      ...{ kind, config: shop.config, bank, locale: 'en', at: when },
    }),
  )
  return shop.attempt(code)
}

/** The gift of an attempt, as it is now. */
export const donationOfAttempt = ({ tenant }: Shop, attempt_id: string) =>
  tenant.read((db) =>
    db.selectFrom('donation').selectAll().where('attempt_id', '=', attempt_id).executeTakeFirstOrThrow(),
  )
