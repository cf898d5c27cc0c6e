import { type Kysely, sql } from 'kysely'
import { type FeatureCode, hasFeature } from '#app/domain/core/features/feature.ts'
import { onlineTerms, onlineWays } from '#app/domain/payments/attempts/online-terms.ts'
import type { Way } from '#app/domain/payments/payments/payment.ts'
import type { DB } from '#db/types.ts'

/**
 * Whether payers can pay online now, and if not, what is missing. `off`: FPX is in the package and is not turned on;
 * `seller`: it is turned on and waits for the operator, who enters the seller ID of FPX; `chip`: the package has CHIP only, and
 * no account of CHIP works; `package`: the package has neither.
 */
export type OnlineState = 'on' | 'off' | 'seller' | 'chip' | 'package'

export interface OnlinePayment {
  state: OnlineState
  /** What a payer is offered; none unless `state` is `on`. */
  ways: Way[]
  /** Whether FPX can be turned on: it is in the package, and off. */
  can_turn_on: boolean
  /** Whether the operator has entered the seller ID of FPX. */
  has_seller: boolean
}

/** Computed by the function that decides what a payment page offers, so that no page says more than a payer finds. */
export async function onlinePayment(db: Kysely<DB>): Promise<OnlinePayment> {
  const [terms, { fpx, chip, is_on }] = await Promise.all([
    onlineTerms(db),
    db
      .selectNoFrom([
        hasFeature('fpx').as('fpx'),
        hasFeature('chip' satisfies FeatureCode).as('chip'),
        sql<boolean>`exists (select from payment_option
          where method = 'fpx_b2c' and status = 'active' and deleted_at is null)`.as('is_on'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  const ways = onlineWays(terms, { trial: false })
  const has_seller = terms.seller_id !== null
  const about = { ways, has_seller, can_turn_on: fpx && !is_on }
  if (ways.length > 0) return { ...about, state: 'on' }
  if (fpx) return { ...about, state: is_on ? 'seller' : 'off' }
  return { ...about, state: chip ? 'chip' : 'package' }
}
