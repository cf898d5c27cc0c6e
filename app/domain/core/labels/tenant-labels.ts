import { createHash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { writeSetting } from '#app/domain/core/settings/settings.ts'
import type { Locale } from '#app/i18n/locales.ts'
import type { DB } from '#db/types.ts'
import {
  type LabelKey,
  type Labels,
  type LabelsByLocale,
  labelKeys,
  labelsInput,
  type TenantLabels,
} from './label.ts'

/** The key of the labels in the organisation's settings. */
export const labelSetting = 'labels'

const noLabels: TenantLabels = { version: 0, digest: '', byLocale: {} }

/** The organisation's own words. */
export async function labelsOf(db: Kysely<DB>): Promise<TenantLabels> {
  const row = await db
    .selectFrom('setting')
    .select(['value', 'version'])
    .where('key', '=', labelSetting)
    .executeTakeFirst()
  return row ? tenantLabels(row.version, row.value) : noLabels
}

/** Parses a stored value; a word that the form would not accept (any more) is left out. */
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

/**
 * What `labels` leave out is said in the product's words. Refuses when the words are no longer at `version` (0: there
 * were none). Returns the new version.
 */
export async function saveLabels(
  trx: Transaction<DB>,
  actor: Actor,
  locale: Locale,
  labels: Labels,
  version: number,
): Promise<number> {
  const before = await labelsOf(trx)
  refuseStale(before, version)
  const { [locale]: old = {}, ...others } = before.byLocale
  const after = Object.keys(labels).length > 0 ? { ...others, [locale]: labels } : others
  const next = await writeSetting(trx, actor, labelSetting, after, version)
  await record(
    trx,
    actor,
    'label.saved',
    { type: 'label', id: null },
    difference(auditFields(locale, old), auditFields(locale, labels)),
  )
  return next
}

/** Back to the product's words, for one noun or (without `key`) all of a language. */
export async function resetLabels(
  trx: Transaction<DB>,
  actor: Actor,
  locale: Locale,
  key: LabelKey | undefined,
  version: number,
): Promise<number> {
  const { byLocale } = await labelsOf(trx)
  const left = key ? { ...byLocale[locale] } : {}
  if (key) delete left[key]
  return saveLabels(trx, actor, locale, left, version)
}

/** As the audit log shows them: `my.student` → `pelajar tahfiz / para pelajar tahfiz`. */
function auditFields(locale: Locale, labels: Labels): Record<string, string | null> {
  return Object.fromEntries(
    labelKeys.map((key) => {
      const noun = labels[key]
      return [`${locale}.${key}`, noun ? [noun.one, noun.other].filter(Boolean).join(' / ') : null]
    }),
  )
}
