import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { type Layout, layoutSchema, usualLayouts } from './bank-file.ts'

const key = 'payout_layouts'

/** The layouts that may be chosen: those that everybody can read, and one for each bank that wants its own. */
export async function layoutsOf(db: Kysely<DB>): Promise<Record<string, Layout>> {
  const row = await db
    .selectFrom('platform.setting')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return { ...usualLayouts, ...ownOf(row?.value) }
}

function ownOf(value: unknown): Record<string, Layout> {
  const own = (value ?? {}) as Record<string, unknown>
  return Object.fromEntries(Object.entries(own).map(([id, layout]) => [id, layoutSchema.parse(layout)]))
}

/** One that somebody has made, and what tells whether it is still the same. Refuses with not_found.payout_layout. */
export async function ownLayout(db: Kysely<DB>, id: string): Promise<{ layout: Layout; seen: string }> {
  const layout = id in usualLayouts ? undefined : (await layoutsOf(db))[id]
  if (!layout) throw new Refusal('not_found.payout_layout')
  return { layout, seen: markOf(layout) }
}

/** The one with which the bank got its file last; at first one that everybody can read. */
export async function usualLayout(db: Kysely<DB>): Promise<string> {
  const [last, layouts] = await Promise.all([
    db
      .selectFrom('platform.payout_export')
      .select('layout_key')
      .orderBy('exported_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    layoutsOf(db),
  ])
  return last && last.layout_key in layouts ? last.layout_key : 'comma'
}

/**
 * Keeps the layout of one bank, for all files to come; those that were made keep theirs. `seen`: of one that is changed how
 * it was; refuses (version_conflict) one that somebody else has changed since.
 */
export async function keepLayout(
  trx: Transaction<DB>,
  actor: Actor,
  { id, seen, layout }: { id: string; seen: string | undefined; layout: Layout },
): Promise<void> {
  const before = (await heldLayouts(trx))[id]
  if ((before && markOf(before)) !== seen) throw new Refusal('version_conflict')
  await sql`update platform.setting set value = value || ${JSON.stringify({ [id]: layout })}::jsonb, updated_at = now()
    where key = ${key}`.execute(trx)
  await recordOperator(
    trx,
    actor,
    'payout.layout_kept',
    { type: 'payout', id: null },
    { ...(before ? { before: { ...before } } : {}), after: { ...layout } },
  )
}

/**
 * No file is made in it any more; those that were made keep theirs. Refuses not_found.payout_layout, also of one that everybody
 * can read, and (version_conflict) one that somebody has changed since.
 */
export async function removeLayout(
  trx: Transaction<DB>,
  actor: Actor,
  { id, seen }: { id: string; seen: string },
): Promise<string> {
  const before = (await heldLayouts(trx))[id]
  if (!before) throw new Refusal('not_found.payout_layout')
  if (markOf(before) !== seen) throw new Refusal('version_conflict')
  await sql`update platform.setting set value = value - ${id}, updated_at = now() where key = ${key}`.execute(
    trx,
  )
  const object = { type: 'payout', id: null }
  await recordOperator(trx, actor, 'payout.layout_removed', object, { before: { ...before } })
  return before.name
}

/** Those of banks, locked, so that of two who change them the second sees what the first did. */
async function heldLayouts(trx: Transaction<DB>): Promise<Record<string, Layout>> {
  await sql`insert into platform.setting (key, value) values (${key}, '{}'::jsonb) on conflict (key) do nothing`.execute(
    trx,
  )
  const { value } = await trx
    .selectFrom('platform.setting')
    .select('value')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return ownOf(value)
}

export const markOf = ({ name, columns, separator, header }: Layout): string =>
  createHash('sha256')
    .update(JSON.stringify([name, columns, separator, header]))
    .digest('base64url')
