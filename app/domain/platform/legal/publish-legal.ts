import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import {
  type LegalInput,
  type LegalSlug,
  shippedVersion,
  versionName,
} from '#app/domain/core/help/legal-paper.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'

/**
 * Publishes a version of a legal paper, in force from its day on. A second one of the same day gets the next number; what
 * was published before stays readable. Returns the version's name.
 */
export async function publishLegal(
  trx: Transaction<DB>,
  actor: Actor,
  slug: LegalSlug,
  { body_en, body_my, valid_from }: Omit<LegalInput, 'intent'>,
): Promise<{ version: string }> {
  // Two who publish at the same time get two numbers.
  await sql`select pg_advisory_xact_lock(hashtext(${`legal_version ${slug}`}))`.execute(trx)
  const { last } = await trx
    .selectFrom('platform.legal_version')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('slug', '=', slug)
    .where('valid_from', '=', valid_from)
    .executeTakeFirstOrThrow()
  // The shipped version is the first of its day.
  const number = Math.max(last ?? 0, shippedVersion(slug) === valid_from ? 1 : 0) + 1
  const id = newId()
  await trx
    .insertInto('platform.legal_version')
    .values({ id, slug, valid_from, number, body_en, body_my, created_by: actor.id! })
    .execute()
  const version = versionName(valid_from, number)
  await recordOperator(
    trx,
    actor,
    'legal.published',
    { type: 'legal_version', id },
    { after: { name: slug, version } },
  )
  return { version }
}

/** Notes that a person agreed to a version of a paper for the organisation that they register. */
export async function agreeAtRegistration(
  trx: Transaction<DB>,
  agreed: { slug: LegalSlug; version: string; registration_id: string; person: string },
): Promise<void> {
  await trx
    .insertInto('platform.legal_consent')
    .values({ id: newId(), ...agreed })
    .execute()
}
