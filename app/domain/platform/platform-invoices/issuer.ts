import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { lines, text } from '#app/domain/core/fields.ts'
import { percent, ringgit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { fpxSellerId } from '#app/domain/organisation/entities/entity-form.ts'
import type { DB } from '#db/types.ts'

const some = (max: number) => text({ max }).optional()

/** The issuer on the platform's invoices, how to pay them, and their tax. */
export const issuerForm = z.object({
  name: text({ min: 2, max: 150 }),
  registration_number: some(50),
  address: lines(300).optional(),
  contact_phone: some(30),
  contact_email: z.union([z.literal('').transform(() => undefined), z.email().max(254)]).optional(),
  transfer: lines(500).optional(),
  sst_number: some(30),
  fpx_seller_id: fpxSellerId.optional(),
  rate_bp: percent(),
  /** Unchanged where it is left empty. */
  chip_fee: ringgit({ max: 100_00 }).optional(),
})

type IssuerInput = z.output<typeof issuerForm>

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

const chipFeeKey = 'chip_fee'

/** The default must be that of the ledger's trigger, which prices each CHIP payment. */
const price = z.object({ sen: z.number().int().min(0).default(50) })

/** The issuer of the platform's invoices and how to pay it; organisations may read it. */
export async function platformIssuer(db: Kysely<DB>) {
  return issuer.parse((await settingOf(db, issuerKey)) ?? {})
}

/** Service tax on the platform's invoices, in basis points. */
export async function platformTaxRate(db: Kysely<DB>): Promise<number> {
  return tax.parse((await settingOf(db, taxKey)) ?? {}).rate_bp
}

/** The present price of a CHIP payment for an organisation, in sen. */
export async function chipFee(db: Kysely<DB>): Promise<number> {
  return price.parse((await settingOf(db, chipFeeKey)) ?? {}).sen
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
