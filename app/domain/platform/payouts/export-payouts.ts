import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { bankFile, type Layout, layoutSchema, standardLayouts } from './bank-file.ts'
import { lockPayout, move, payoutNumber, refusePayee } from './change-payout.ts'

/**
 * Exports all payouts approved for the day or earlier to a bank file and marks them as processing. Refuses
 * (payout.none_approved) a day without any and (input.choice) an unknown layout. A changed bank account or a closed
 * organisation refuses the whole file, so that no payout is left out unnoticed.
 */
export async function exportPayouts(
  trx: Transaction<DB>,
  ring: Keyring,
  actor: Actor,
  { payout_on, layout: layout_key }: { payout_on: string; layout: string },
): Promise<string> {
  const layout = (await layoutsOf(trx))[layout_key]
  if (!layout) throw new Refusal('input.choice', 'layout')
  const due = await trx
    .selectFrom('platform.payout')
    .select('id')
    .where('status', '=', 'approved')
    .where('payout_on', '<=', payout_on)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (due.length === 0) throw new Refusal('payout.none_approved', 'payout_on')
  const payouts = []
  for (const { id } of due) payouts.push(await lockPayout(trx, id, { among: ['approved'] }))
  for (const payout of payouts) refusePayee(ring, payout)
  const export_id = newId()
  await trx
    .insertInto('platform.payout_export')
    .values({
      ...{ id: export_id, layout_key, layout: JSON.stringify(layout), payouts: payouts.length },
      net_sen: payouts.reduce((sum, { net_sen }) => sum + net_sen, 0),
      sha256: createHash('sha256')
        .update(written(ring, payouts, layout))
        .digest(),
      ...{ exported_by: actor.id, exporter: actor.name },
    })
    .execute()
  for (const payout of payouts)
    await move(trx, actor, payout, 'exported', { status: 'processing', export_id })
  return export_id
}

/** Number and sum of the payouts that the file of a day would contain. */
export async function approvedBy(
  db: Kysely<DB>,
  payout_on: string,
): Promise<{ count: number; net_sen: number }> {
  return db
    .selectFrom('platform.payout')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(net_sen), 0)::bigint`.as('net_sen')])
    .where('status', '=', 'approved')
    .where('payout_on', '<=', payout_on)
    .executeTakeFirstOrThrow()
}

/**
 * An exported file again, byte for byte. Refuses (not_found.payout) an unknown file, and (payout.file_changed) one whose
 * content would differ now.
 */
export async function exportedFile(db: Kysely<DB>, ring: Keyring, export_id: string): Promise<string> {
  const file = await db
    .selectFrom('platform.payout_export')
    .selectAll()
    .where('id', '=', export_id)
    .executeTakeFirst()
  if (!file) throw new Refusal('not_found.payout')
  const payouts = await db
    .selectFrom('platform.payout')
    .selectAll()
    .where('export_id', '=', export_id)
    .orderBy('id')
    .execute()
  const text = written(ring, payouts, layoutSchema.parse(file.layout))
  if (!createHash('sha256').update(text).digest().equals(file.sha256))
    throw new Refusal('payout.file_changed')
  return text
}

/** Audits a download of the file, named by the payout from whose page it was downloaded. */
export const recordFileDownload = (
  trx: Transaction<DB>,
  actor: Actor,
  { id, number, entity_id, export_id }: { id: string; number: string; entity_id: string; export_id: string },
): Promise<void> =>
  recordOperator(
    trx,
    actor,
    'payout.file_taken',
    { type: 'payout', id, entity_id },
    { after: { number, export_id } },
  )

interface Row {
  id: string
  number: string
  payout_on: string
  account_name: string | null
  account_number_sealed: string | null
  bank_name: string | null
  bank_code: string | null
  net_sen: number
}

function written(ring: Keyring, payouts: readonly Row[], layout: Layout): string {
  const rows = payouts.map((row) => ({
    ...{ number: row.number, payout_on: row.payout_on, account_name: row.account_name ?? '' },
    account_number: payoutNumber(ring, row.id, row.account_number_sealed) ?? '',
    ...{ bank_name: row.bank_name ?? '', bank_code: row.bank_code ?? '' },
    amount: `${Math.trunc(row.net_sen / 100)}.${String(row.net_sen % 100).padStart(2, '0')}`,
  }))
  return bankFile(rows, layout)
}

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
