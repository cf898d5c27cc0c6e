import type { Kysely } from 'kysely'
import { type Keys, open, type SecretCell, seal } from '#app/domain/core/secrets.ts'
import type { ChipConfig, ChipMode } from '#app/integrations/chip/config.ts'
import type { DB } from '#db/types.ts'

const cell = (place: string, row: string, mode: ChipMode): SecretCell => {
  return { place, table: 'chip_account', column: `${mode}_key_sealed`, row }
}

export function sealedKey({ ring, place }: Keys, id: string, mode: ChipMode, key: string): string {
  return seal(ring, cell(place, id, mode), key)
}

const leaving = (place: string, hook_id: string): SecretCell => {
  return { place, table: 'chip_account', column: 'left', row: hook_id }
}

/** The key of an account that is left, for the job that takes our webhook away there; null where there was neither. */
export function leftHook(
  { ring, place }: Keys,
  { id, mode, hook_id, ...account }: Pick<ChipAccount, 'id' | 'mode' | 'hook_id'> & SealedKeys,
): { hook_id: string; key_sealed: string } | null {
  const sealed = account[`${mode}_key_sealed`]
  if (!hook_id || !sealed) return null
  const key = open(ring, cell(place, id, mode), sealed)
  return { hook_id, key_sealed: seal(ring, leaving(place, hook_id), key) }
}

type SealedKeys = Record<`${ChipMode}_key_sealed`, string | null>

export const openedLeft = ({ ring, place }: Keys, hook_id: string, sealed: string): string =>
  open(ring, leaving(place, hook_id), sealed)

/** The organisation's account with CHIP; undefined where none was entered. Its secret keys stay sealed. */
export async function chipAccount(db: Kysely<DB>) {
  const row = await db.selectFrom('chip_account').selectAll().executeTakeFirst()
  return row && { ...row, mode: row.mode as ChipMode }
}
export type ChipAccount = NonNullable<Awaited<ReturnType<typeof chipAccount>>>

/**
 * What a call to CHIP needs, with the key of a mode: of the one in use, or of the one in which a purchase was made. A key
 * that is not there any more is blank, and CHIP refuses it.
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
