import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { Keyring } from '#app/domain/core/secrets.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { payoutNumber } from './account.ts'
import { bankFile, type Layout, layoutSchema } from './bank-file.ts'
import { layoutsOf } from './bank-file-layouts.ts'
import { lockPayout, move, refusePayee } from './change-payout.ts'

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
