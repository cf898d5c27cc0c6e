import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { text } from '#app/domain/core/fields.ts'
import { versionInForce } from '#app/domain/core/help/legal-versions.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

/** The version of the operator's terms that was read. */
export const agreeForm = z.object({ version: text({ max: 20 }) })

/** The operator's terms in force to which nobody of the organisation has agreed yet. */
export interface TermsToAgree {
  version: string
  /** A plain date: since when they are in force. */
  since: string
}

/** What the superadmin's Home asks for; null where somebody agreed to the version in force. */
export async function termsToAgree(
  db: Kysely<DB>,
  entity_id: string,
  today: string,
): Promise<TermsToAgree | null> {
  const version = await versionInForce(db, 'terms', today)
  if (!version || (await hasAgreed(db, entity_id, version))) return null
  return { version, since: version.split('.')[0]! }
}

const hasAgreed = async (db: Kysely<DB>, entity_id: string, version: string): Promise<boolean> =>
  (await db
    .selectFrom('platform.legal_consent')
    .select('id')
    .where('entity_id', '=', entity_id)
    .where('slug', '=', 'terms')
    .where('version', '=', version)
    .executeTakeFirst()) !== undefined

/**
 * Keeps that a person agreed to the operator's terms for the organisation, once for each version: who comes second changes
 * nothing. Refuses a version that is not in force (entity.terms_version).
 */
export async function agreeToTerms(
  trx: Transaction<DB>,
  actor: Actor,
  { entity_id, version, today }: { entity_id: string; version: string; today: string },
): Promise<void> {
  if (version !== (await versionInForce(trx, 'terms', today))) throw new Refusal('entity.terms_version')
  const agreed = await trx
    .insertInto('platform.legal_consent')
    .values({ id: newId(), slug: 'terms', version, entity_id, person: actor.name, user_id: actor.id })
    .onConflict((same) => same.columns(['entity_id', 'slug', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!agreed) return
  await record(
    trx,
    actor,
    'legal.agreed',
    { type: 'entity', id: entity_id },
    { after: { name: 'terms', version } },
  )
}
