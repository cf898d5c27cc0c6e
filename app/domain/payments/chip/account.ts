import type { Kysely } from 'kysely'
import { z } from 'zod'
import { settingVersion } from '#app/domain/core/fields.ts'
import { type Keys, open, type SecretCell, seal } from '#app/domain/core/secrets.ts'
import { type ChipConfig, type ChipMode, chipModes } from '#app/integrations/chip/config.ts'
import type { DB } from '#db/types.ts'

/** A secret key; spaces around it come from copying. */
const key = z
  .string()
  .trim()
  .min(10)
  .max(200)
  .regex(/^[\x21-\x7e]+$/, 'chip.key_form')
  .optional()

/** An empty key field leaves the stored key unchanged; keys are never shown again. */
export const chipAccountForm = z.object({
  brand_id: z.string().trim().toLowerCase().pipe(z.uuid('chip.brand_form')),
  mode: z.enum(chipModes),
  test_key: key,
  live_key: key,
  version: settingVersion,
})
export type ChipAccountInput = z.output<typeof chipAccountForm>

/** The organisation's CHIP account; undefined without one. Its secret keys stay sealed. */
export async function chipAccount(db: Kysely<DB>) {
  const row = await db.selectFrom('chip_account').selectAll().executeTakeFirst()
  return row && { ...row, mode: row.mode as ChipMode }
}
export type ChipAccount = NonNullable<Awaited<ReturnType<typeof chipAccount>>>

/**
 * The configuration of a call to CHIP with the key of a mode: by default the present one, else that of a purchase. A missing
 * key is blank, which CHIP refuses.
 */
export async function chipConfig(
  db: Kysely<DB>,
  { keys, url }: { keys: Keys; url: string },
  of?: ChipMode,
): Promise<ChipConfig> {
  const account = await chipAccount(db)
  if (!account) return { url, brandId: '', secretKey: '', mode: 'live', keyOf: 'live' }
  const { brand_id: brandId, mode } = account
  const keyOf = of ?? mode
  const sealed = keyOf === 'test' ? account.test_key_sealed : account.live_key_sealed
  const secretKey = sealed ? open(keys.ring, cell(keys.place, account.id, keyOf), sealed) : ''
  return { url, brandId, secretKey, mode, keyOf }
}

type SealedKeys = Record<`${ChipMode}_key_sealed`, string | null>

const cell = (place: string, row: string, mode: ChipMode): SecretCell => {
  return { place, table: 'chip_account', column: `${mode}_key_sealed`, row }
}

export function sealedKey({ ring, place }: Keys, id: string, mode: ChipMode, key: string): string {
  return seal(ring, cell(place, id, mode), key)
}

const removedHookCell = (place: string, hook_id: string): SecretCell => {
  return { place, table: 'chip_account', column: 'left', row: hook_id }
}

/**
 * The webhook and sealed key of an account that is no longer used, for the job that deletes the webhook at CHIP; null
 * without either.
 */
export function hookToRemove(
  { ring, place }: Keys,
  { id, mode, hook_id, ...account }: Pick<ChipAccount, 'id' | 'mode' | 'hook_id'> & SealedKeys,
): { hook_id: string; key_sealed: string } | null {
  const sealed = account[`${mode}_key_sealed`]
  if (!hook_id || !sealed) return null
  const key = open(ring, cell(place, id, mode), sealed)
  return { hook_id, key_sealed: seal(ring, removedHookCell(place, hook_id), key) }
}

export const openRemovedHookKey = ({ ring, place }: Keys, hook_id: string, sealed: string): string =>
  open(ring, removedHookCell(place, hook_id), sealed)
