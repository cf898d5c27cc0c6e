import type { Kysely } from 'kysely'
import type { z } from 'zod'
import {
  type ProfileInput,
  parentFields,
  profileOf,
  trainerFields,
} from '#app/domain/identity/accounts/profile.ts'
import { camelKeys, snakeKeys } from '#app/server/api/camel.ts'
import type { profile, profileChange } from '#app/server/api/schemas/account.ts'
import type { DB } from '#db/types.ts'

type ProfileAnswer = z.input<typeof profile>

/** With the one profile that counts: trainer first, then parent, else staff. */
export async function profileAnswer(db: Kysely<DB>, user_id: string): Promise<ProfileAnswer> {
  const { staff, trainer, parent, avatar_file, waiting: claims, ...account } = await profileOf(db, user_id)
  const user = { ...camelKeys(account), avatar: avatar_file } as ProfileAnswer['user']
  const waiting = claims.map(({ kind, value }) => ({ kind, value }))
  if (trainer) return { user, waiting, trainer: camelKeys(trainer) }
  if (parent) return { user, waiting, parent: camelKeys(parent) as ProfileAnswer['parent'] }
  if (staff) return { user, waiting, staff: { ...camelKeys(staff), branches: staff.branches ?? [] } }
  return { user, waiting }
}

/** The whole form as it is, with what a call changes of it. */
export async function profileInput(
  db: Kysely<DB>,
  user_id: string,
  change: z.output<typeof profileChange>,
): Promise<ProfileInput> {
  const before = await profileOf(db, user_id)
  const { name, email, phone, locale, preferred_channel, version, trainer, parent } = before
  const { addressLine1, addressLine2, addressLine3, ...plain } = change
  const lines = { address_line1: addressLine1, address_line2: addressLine2, address_line3: addressLine3 }
  const rows: Record<string, unknown> = { ...trainer, ...parent }
  const own = [...trainerFields, ...parentFields].map((field) => [field, rows[field]])
  const typed = Object.entries({ ...snakeKeys(plain), ...snakeKeys(lines) })
  const whole = {
    name,
    email,
    phone,
    locale,
    preferred_channel,
    version,
    ...Object.fromEntries([...own, ...typed]),
  }
  // The form knows an emptied field as one that is not there.
  const filled = Object.entries(whole).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(filled) as unknown as ProfileInput
}
