import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import type { IssuerInput } from './subscription.ts'

const known = z.string().nullable().default(null)

/** Until the operator fills it in, only the name is set. */
const issuer = z.object({
  name: z.string().default('Lunas'),
  registration_number: known,
  address: known,
  contact_phone: known,
  contact_email: known,
  /** Instructions for bank transfers, line by line. */
  transfer: known,
  sst_number: known,
  /** The platform's own FPX seller id; without it its invoices cannot be paid through FPX. */
  fpx_seller_id: known,
})
/** 0 until the operator sets a rate. */
const tax = z.object({ rate_bp: z.number().int().min(0).max(10_000).default(0) })

const issuerKey = 'issuer'
const taxKey = 'service_tax'

/** The issuer of the platform's invoices and how to pay it; organisations may read it. */
export async function platformIssuer(db: Kysely<DB>) {
  return issuer.parse((await settingOf(db, issuerKey)) ?? {})
}

/** Service tax on the platform's invoices, in basis points. */
export async function platformTaxRate(db: Kysely<DB>): Promise<number> {
  return tax.parse((await settingOf(db, taxKey)) ?? {}).rate_bp
}

/**
 * Saves the issuer; an emptied field is stored as empty, and issued invoices keep their tax. Refuses an organisation's seller
 * id (duplicate.seller_id), since the platform's money would then go to it.
 */
export async function writeIssuer(
  trx: Transaction<DB>,
  actor: Actor,
  { rate_bp, chip_fee, ...said }: IssuerInput,
): Promise<void> {
  const before = {
    ...(await platformIssuer(trx)),
    rate_bp: await platformTaxRate(trx),
    chip_fee_sen: await chipFee(trx),
  }
  const written = issuer.parse(said)
  const { fpx_seller_id } = written
  if (fpx_seller_id !== null && (await isOfAnOrganisation(trx, fpx_seller_id)))
    throw new Refusal('duplicate.seller_id', 'fpx_seller_id')
  const chip_fee_sen = chip_fee ?? before.chip_fee_sen
  await put(trx, issuerKey, written)
  await put(trx, taxKey, { rate_bp })
  await put(trx, chipFeeKey, { sen: chip_fee_sen })
  await recordOperator(
    trx,
    actor,
    'platform_invoice.issuer_changed',
    { type: 'setting', id: null },
    { before, after: { ...written, rate_bp, chip_fee_sen } },
  )
}

async function isOfAnOrganisation(trx: Transaction<DB>, fpx_seller_id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('platform.entity')
    .select('id')
    .where('fpx_seller_id', '=', fpx_seller_id)
    .executeTakeFirst()
  return found !== undefined
}

async function put(trx: Transaction<DB>, key: string, value: object): Promise<void> {
  const written = JSON.stringify(value)
  await trx
    .insertInto('platform.setting')
    .values({ key, value: written })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: written, updated_at: sql<Date>`now()` }),
    )
    .execute()
}

async function settingOf(db: Kysely<DB>, key: string) {
  const row = await db
    .selectFrom('platform.setting')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value
}

const chipFeeKey = 'chip_fee'

/** The default must be that of the ledger's trigger, which prices each CHIP payment. */
const price = z.object({ sen: z.number().int().min(0).default(50) })

/** The present price of a CHIP payment for an organisation, in sen. */
export async function chipFee(db: Kysely<DB>): Promise<number> {
  const row = await db
    .selectFrom('platform.setting')
    .select('value')
    .where('key', '=', chipFeeKey)
    .executeTakeFirst()
  return price.parse(row?.value ?? {}).sen
}
