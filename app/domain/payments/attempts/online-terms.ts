import { type Kysely, sql } from 'kysely'
import type { Instructed } from '#app/domain/catalogue/payment-options/payment-option.ts'
import { activeOptions } from '#app/domain/catalogue/payment-options/payment-options.ts'
import { feeRules } from '#app/domain/core/features/transaction-fees.ts'
import { fpxTermsOf, publishedFpxTerms } from '#app/domain/core/help/legal-versions.ts'
import { type Fee, feeOf } from '#app/domain/core/invoicing/payment-rules.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { type ChipAccount, chipAccount } from '#app/domain/payments/chip/account.ts'
import { models, type Way } from '#app/domain/payments/payments/payment.ts'
import type { ChipMode } from '#app/integrations/chip/config.ts'
import { CHIP_LIMITS, chipLimitRefusal } from '#app/integrations/chip/limits.ts'
import { type ChipGroup, groupsOf } from '#app/integrations/chip/methods.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'
import { DEFAULT_LIMITS, type Limit, limitRefusal } from '#app/integrations/fpx/limits.ts'
import { fixedQuery } from '#db/fixed-query.ts'
import type { DB } from '#db/types.ts'

export interface OnlineTerms {
  entity_status: string
  /** Null when the organisation has no seller id yet. */
  seller_id: string | null
  /** In the organisation's order. */
  models: Model[]
  limits: Record<Model, Limit>
  fees: Record<Model, Fee>
  approval_days: number
  /** The version of the FPX terms in force. */
  fpx_terms_version: string | null
  hidden_banks: string[]
  /** Null where CHIP is not set up, was not tried, or is switched off. */
  chip: ChipTerms | null
  /** Where cash is taken, and what the organisation says of it; none where it takes no cash. */
  counters: ({ id: string } & Instructed)[]
}

export interface ChipTerms {
  mode: ChipMode
  brand_id: string
  /** What a payer may choose; through CHIP to a bank only where FPX does not go there itself. */
  groups: ChipGroup[]
  limits: Limit
  /** Whether the organisation has it before FPX. */
  first: boolean
}

const ownEntity = fixedQuery((db) =>
  db
    .selectFrom('platform.entity')
    .select(['status', 'fpx_seller_id', publishedFpxTerms.as('fpx_terms')])
    .where('role_name', '=', sql<string>`current_user`),
)
const optionsOn = fixedQuery((db) => activeOptions(db))

export async function onlineTerms(db: Kysely<DB>): Promise<OnlineTerms> {
  const [[entity], options, fee, rules, account] = await Promise.all([
    ownEntity(db),
    optionsOn(db),
    feeRules(db),
    settings(db, 'fpx'),
    chipAccount(db),
  ])
  const optionOf = (model: Model) => options.find(({ method }) => method === `fpx_${model.toLowerCase()}`)
  const limitOf = (model: Model): Limit => ({
    min_sen: optionOf(model)?.min_sen ?? DEFAULT_LIMITS[model].min_sen,
    max_sen: optionOf(model)?.max_sen ?? DEFAULT_LIMITS[model].max_sen,
  })
  const offered = entity!.fpx_seller_id ? inOrder(options) : []
  return {
    entity_status: entity!.status,
    seller_id: entity!.fpx_seller_id,
    fpx_terms_version: fpxTermsOf(entity!.fpx_terms),
    models: offered,
    chip: chipTerms(account, options, offered),
    counters: options.flatMap(({ id, method, instructions, instructions_en, instructions_my }) =>
      method === 'cash' ? [{ id, instructions, instructions_en, instructions_my }] : [],
    ),
    limits: { B2C: limitOf('B2C'), B2B1: limitOf('B2B1') },
    fees: { B2C: feeOf(fee, 'B2C'), B2B1: feeOf(fee, 'B2B1') },
    ...rules,
  }
}

/** Who sees a payment page: a payer, or somebody who tries out what payers cannot use yet. */
interface Viewer {
  /** Is also offered CHIP while it takes test money only. */
  trial: boolean
}

/** CHIP as a viewer is offered it; null where it is not. */
export function chipShown({ chip }: OnlineTerms, { trial }: Viewer): ChipTerms | null {
  return chip && (chip.mode === 'live' || trial) ? chip : null
}

/**
 * The ways to pay online that a viewer is offered now, in the organisation's order; none by an organisation that is not
 * active. Whatever says that an organisation can be paid online asks this.
 */
export function onlineWays(terms: OnlineTerms, viewer: Viewer): Way[] {
  if (terms.entity_status !== 'active') return []
  const chip = chipShown(terms, viewer)
  const groups = chip?.groups ?? []
  return chip?.first ? [...groups, ...terms.models] : [...terms.models, ...groups]
}

/** Whether a payer can pay online now. */
export const takesOnline = async (db: Kysely<DB>): Promise<boolean> =>
  onlineWays(await onlineTerms(db), { trial: false }).length > 0

/** The kinds of account that are on, as the organisation orders its ways to pay. */
const inOrder = (options: readonly { method: string }[]): Model[] =>
  options.flatMap(({ method }) => models.filter((model) => method === `fpx_${model.toLowerCase()}`))

function chipTerms(
  account: ChipAccount | undefined,
  options: readonly { method: string; min_sen: number | null; max_sen: number | null }[],
  fpx: readonly Model[],
): ChipTerms | null {
  const option = options.find(({ method }) => method === 'chip')
  if (!account?.checked_at || account.fault || !option) return null
  const { mode, brand_id, methods } = account
  const twice: Partial<Record<ChipGroup, Model>> = { banking: 'B2C', company_banking: 'B2B1' }
  const groups = groupsOf(methods).filter((group) => !fpx.some((model) => model === twice[group]))
  const { min_sen, max_sen } = option
  const limits = { min_sen: min_sen ?? CHIP_LIMITS.min_sen, max_sen: max_sen ?? CHIP_LIMITS.max_sen }
  const first = options.find(({ method }) => method === 'chip' || method.startsWith('fpx_')) === option
  return groups.length > 0 ? { mode, brand_id, groups, limits, first } : null
}

/** The refusal of a sum that FPX, or the organisation by FPX, does not take, with the limit that it names; else null. */
export function beyondFpx(
  model: Model,
  amount_sen: number,
  limits: Readonly<Record<Model, Limit>>,
): Refusal | null {
  return named(limitRefusal(model, amount_sen, limits), limits[model])
}

/** The same of a sum by CHIP. */
export function beyondChip(amount_sen: number, limits: Limit): Refusal | null {
  return named(chipLimitRefusal(amount_sen, limits), limits)
}

function named(
  code: ReturnType<typeof limitRefusal> | ReturnType<typeof chipLimitRefusal>,
  { min_sen, max_sen }: Limit,
): Refusal | null {
  return (
    code && new Refusal(code, undefined, { limit: formatRinggit(code.endsWith('min') ? min_sen : max_sen) })
  )
}
