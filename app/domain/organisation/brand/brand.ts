import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { readablePair } from '#app/domain/core/colour.ts'
import { pictureLimits, version } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'

/** Pictures of an organisation, and the pixels into which each is drawn. */
export const brandPictures = {
  logo: { column: 'logo_file', width: 480, height: 240 },
  banner: { column: 'header_banner_file', width: 1_200, height: 300 },
  background: { column: 'background_file', width: 1_280, height: 960 },
} as const
export type BrandPicture = keyof typeof brandPictures
export const brandPictureNames = Object.keys(brandPictures) as BrandPicture[]

export const isBrandPicture = (name: string | undefined): name is BrandPicture =>
  brandPictureNames.includes(name as BrandPicture)

/** Two buttons: one shows what it would look like. */
const intent = z.enum(['preview', 'save']).default('save')

/** `#0E5A63`, `0e5a63` and `#05a` alike; nothing for Lunas' own. */
export const brandForm = z.object({
  theme_colour: z
    .string()
    .trim()
    .toLowerCase()
    .transform((typed) => typed.replace(/^#/, ''))
    .transform((digits) => (digits.length === 3 ? digits.replace(/./g, '$&$&') : digits))
    .transform((digits) => `#${digits}`)
    .pipe(z.string().regex(/^#[0-9a-f]{6}$/, 'entity.colour'))
    .optional(),
  intent,
  version,
})

/** An uploaded picture, or one from a preview; both are re-encoded when saved. */
export const brandPictureForm = z
  .object({
    picture: z
      .instanceof(File)
      .refine(({ size }) => size <= pictureLimits.bytes, 'file.too_big')
      .optional(),
    drawn: z.base64().max(2_000_000).optional(),
    intent,
  })
  .refine(({ picture, drawn }) => picture !== undefined || drawn !== undefined, {
    path: ['picture'],
    message: 'file.choose',
  })

/** As a colour stands on light paper where it is too pale to be read there; undefined where it can stay as it is. */
export function mendedColour(colour: string | null | undefined): string | undefined {
  const shown = colour ? readablePair(colour)?.light : undefined
  return shown === colour ? undefined : shown
}

/**
 * One of the organisation's pictures, null for none; returns the key of the one before, if that lies in its own store.
 */
export async function setBrandPicture(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  picture: BrandPicture,
  file: string | null,
): Promise<string | null> {
  const { column } = brandPictures[picture]
  const before = await trx
    .selectFrom('platform.entity')
    .select(`${column} as file`)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (file === null && before.file === null) return null
  await trx
    .updateTable('platform.entity')
    .set({ [column]: file, ...touched })
    .where('id', '=', id)
    .execute()
  const after = { [column]: file === null ? 'removed' : 'changed' }
  await record(trx, actor, 'entity.edited', { type: 'entity', id }, { after })
  return before.file?.startsWith('/') ? null : before.file
}

/** The key of a picture. Refuses (not_found.picture) when there is none in the organisation's own store. */
export async function brandPictureOf(db: Kysely<DB>, id: string, picture: BrandPicture): Promise<string> {
  const row = await db
    .selectFrom('platform.entity')
    .select(`${brandPictures[picture].column} as file`)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row?.file || row.file.startsWith('/')) throw new Refusal('not_found.picture')
  return row.file
}
