import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { feeRules } from '#app/domain/core/features/transaction-fees.ts'
import { settingVersion } from '#app/domain/core/fields.ts'
import { feeBearers, partRules, smallestPart } from '#app/domain/core/invoicing/payment-rules.ts'
import { ringgit } from '#app/domain/core/money.ts'
import { settings, writeSetting } from '#app/domain/core/settings/settings.ts'
import type { DB } from '#db/types.ts'

/** Who bears the fee of an online payment, and whether a part may be paid. */
export const paymentRulesForm = z
  .object({
    subsidy: z.enum(feeBearers),
    /** The organisation's part of the fee, if the fee is shared. */
    part_sen: ringgit().optional(),
    rule: z.enum(partRules),
    min_sen: ringgit({ min: smallestPart }).optional(),
    version: settingVersion,
  })
  .refine(({ subsidy, part_sen }) => subsidy !== 'part' || (part_sen ?? 0) > 0, {
    path: ['part_sen'],
    message: 'payment.fee_part_missing',
  })
  .refine(({ rule, min_sen }) => rule === 'none' || min_sen !== undefined, {
    path: ['min_sen'],
    message: 'payment.part_min_missing',
  })

type PaymentRulesInput = z.output<typeof paymentRulesForm>

/** Two settings that one page shows; its version is the sum of theirs, which grows with each change of either. */
export async function paymentRules(db: Kysely<DB>) {
  const [fee, { part, versions }] = await Promise.all([feeRules(db), readSettings(db)])
  return { ...fee, ...part, version: versions.fee + versions.part }
}

async function readSettings(db: Kysely<DB>) {
  const [fee, part, rows] = await Promise.all([
    settings(db, 'fpx_fee'),
    settings(db, 'part_payment'),
    db
      .selectFrom('setting')
      .select(['key', 'version'])
      .where('key', 'in', ['fpx_fee', 'part_payment'])
      .execute(),
  ])
  const versionOf = (key: string) => rows.find((row) => row.key === key)?.version ?? 0
  return { fee, part, versions: { fee: versionOf('fpx_fee'), part: versionOf('part_payment') } }
}

/** Refuses version_conflict. The amount of the fee is the price of the package. */
export async function savePaymentRules(
  trx: Transaction<DB>,
  actor: Actor,
  { version, ...input }: PaymentRulesInput,
): Promise<void> {
  const { fee, part, versions } = await readSettings(trx)
  refuseStale({ version: versions.fee + versions.part }, version)
  const { subsidy, rule } = input
  const bears = { subsidy, part_sen: subsidy === 'part' ? (input.part_sen ?? 0) : fee.part_sen }
  const parts = { rule, min_sen: input.min_sen ?? part.min_sen }
  await writeSetting(trx, actor, 'fpx_fee', bears, versions.fee)
  await writeSetting(trx, actor, 'part_payment', parts, versions.part)
  const before = { subsidy: fee.subsidy, part_sen: fee.part_sen, ...part }
  const object = { type: 'setting', id: 'payment' }
  await record(trx, actor, 'payment.rules_changed', object, difference(before, { ...bears, ...parts }))
}
