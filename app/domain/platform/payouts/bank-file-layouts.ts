import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { type Layout, layoutSchema, standardLayouts } from './bank-file.ts'

const key = 'payout_layouts'

/** All layouts to choose from: the built-in ones and those made for single banks. */
export async function layoutsOf(db: Kysely<DB>): Promise<Record<string, Layout>> {
  const row = await db
    .selectFrom('platform.setting')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return { ...standardLayouts, ...ownOf(row?.value) }
}

function ownOf(value: unknown): Record<string, Layout> {
  const own = (value ?? {}) as Record<string, unknown>
  return Object.fromEntries(Object.entries(own).map(([id, layout]) => [id, layoutSchema.parse(layout)]))
}

/** One bank's own layout with its hash. Refuses not_found.payout_layout. */
export async function ownLayout(db: Kysely<DB>, id: string): Promise<{ layout: Layout; seen: string }> {
  const layout = id in standardLayouts ? undefined : (await layoutsOf(db))[id]
  if (!layout) throw new Refusal('not_found.payout_layout')
  return { layout, seen: markOf(layout) }
}

/** The layout of the last exported file; `comma` before there was any. */
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
 * Saves a bank's layout for future files; exported files keep the layout they were made with. `seen` is the hash of the
 * layout that was edited; refuses (version_conflict) one that somebody else has changed since.
 */
export async function saveLayout(
  trx: Transaction<DB>,
  actor: Actor,
  { id, seen, layout }: { id: string; seen: string | undefined; layout: Layout },
): Promise<void> {
  const before = (await lockLayouts(trx))[id]
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
 * Removes a bank's layout; exported files keep theirs. Refuses not_found.payout_layout, also for a built-in one, and
 * (version_conflict) one that somebody has changed since.
 */
export async function removeLayout(
  trx: Transaction<DB>,
  actor: Actor,
  { id, seen }: { id: string; seen: string },
): Promise<string> {
  const before = (await lockLayouts(trx))[id]
  if (!before) throw new Refusal('not_found.payout_layout')
  if (markOf(before) !== seen) throw new Refusal('version_conflict')
  await sql`update platform.setting set value = value - ${id}, updated_at = now() where key = ${key}`.execute(
    trx,
  )
  const object = { type: 'payout', id: null }
  await recordOperator(trx, actor, 'payout.layout_removed', object, { before: { ...before } })
  return before.name
}

/** The banks' layouts, locked until the transaction ends, so that two changes do not overwrite each other. */
async function lockLayouts(trx: Transaction<DB>): Promise<Record<string, Layout>> {
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
