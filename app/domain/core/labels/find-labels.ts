import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { LabelsByLocale, TenantLabels } from './label.ts'
import { labelsInput } from './label-form.ts'

/** The row of the organisation's settings that holds them. */
export const labelSetting = 'labels'

/** No words of its own. */
const noLabels: TenantLabels = { version: 0, digest: '', byLocale: {} }

/** How the organisation speaks, in its own place. */
export async function labelsOf(db: Kysely<DB>): Promise<TenantLabels> {
  const row = await db
    .selectFrom('setting')
    .select(['value', 'version'])
    .where('key', '=', labelSetting)
    .executeTakeFirst()
  return row ? tenantLabels(row.version, row.value) : noLabels
}

/** What a row says, by the rules of the form: a word that is not allowed (any more) is left out. */
export function tenantLabels(version: number, value: unknown): TenantLabels {
  const byLocale: Record<string, object> = {}
  for (const [locale, nouns] of Object.entries((value ?? {}) as Record<string, object>)) {
    const allowed = Object.entries(nouns ?? {}).filter(
      ([key, noun]) => labelsInput.safeParse({ [key]: noun }).success,
    )
    if (allowed.length > 0) byLocale[locale] = Object.fromEntries(allowed)
  }
  const text = JSON.stringify(byLocale)
  const digest = text === '{}' ? '' : createHash('sha256').update(text).digest('base64url')
  return { version, digest, byLocale: byLocale as LabelsByLocale }
}
