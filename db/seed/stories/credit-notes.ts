import { sql, type Transaction } from 'kysely'
import {
  approveNote,
  requestCreditNote,
  requestWriteOff,
} from '#app/domain/billing/credit-notes/change-credit-note.ts'
import { creditedLines } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { type Actor, type RowScope, userOrSystemActor } from '#app/domain/core/actor.ts'
import type { Team } from '#db/seed/staff.ts'
import type { Stage } from '#db/seed/stage.ts'
import type { DB } from '#db/types.ts'
import { dateEntries, lastEntry } from './own-moment.ts'

const reasons = {
  my: {
    note: 'Kelas dibatalkan dua kali bulan itu; sebahagian yuran ditarik balik.',
    asked: 'Anak sakit sepanjang minggu pertama.',
    write_off: 'Keluarga telah berpindah dan tidak dapat dihubungi.',
  },
  en: {
    note: 'Two lessons were cancelled that month; part of the fee is taken back.',
    asked: 'The child was ill all of the first week.',
    write_off: 'The family has moved away and cannot be reached.',
  },
}

/**
 * A credit note on a paid invoice, one that waits for a second person, and an old debt that was written off; by the
 * product's own verbs and the organisation's own role, once all rows are written.
 */
export async function addCreditNotes(
  trx: Transaction<DB>,
  stage: Stage,
  { office }: Team,
  role: string,
): Promise<void> {
  const one = (wanted: string) => office.find((colleague) => colleague.role === wanted)
  const [admin, owner] = [one('admin'), one('superadmin')]
  if (!admin || !owner) return
  const words = reasons[stage.locale === 'my' ? 'my' : 'en']
  const [paid] = await found(trx, sql`status = 'paid' and paid_sen = total_sen`, sql`number desc`)
  const [open] = await found(trx, sql`status = 'unpaid' and paid_sen = 0`, sql`number desc`)
  const [old] = await found(trx, sql`status = 'unpaid' and balance_sen > 0`, sql`due_on, number`)
  const before = await lastEntry(trx)
  await sql`set local role ${sql.id(role)}`.execute(trx)
  const asks = await userOrSystemActor(trx, admin.user_id)
  const decides = await userOrSystemActor(trx, owner.user_id)
  if (paid)
    await noted(trx, asks, paid, words.note, async (id) => void (await approve(trx, decides, id, stage)))
  if (open) await noted(trx, asks, open, words.asked)
  if (old) {
    const input = { reason: words.write_off, version: old.version }
    const { id } = await requestWriteOff(trx, asks, everywhere(asks), old.id, input)
    await approve(trx, decides, id, stage)
  }
  await sql`reset role`.execute(trx)
  const { now } = stage
  await dateEntries(trx, before, now)
  await sql`update credit_entry set created_at = ${now} where reason = 'credit_note'`.execute(trx)
  await sql`
    update credit_note set requested_at = ${now}, created_at = ${now}, updated_at = ${now},
      decided_at = case when decided_at is not null then ${now}::timestamptz end`.execute(trx)
}

const everywhere = ({ id }: Actor): RowScope => ({
  ...{ scope: 'all', user_id: id ?? '', branch_ids: [], parent_id: null },
})

interface Found {
  id: string
  version: number
}

/** Issued invoices that no bank is busy with and no other story is about, the first of which is taken. */
async function found(
  trx: Transaction<DB>,
  which: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select id, version from invoice
    where ${which} and credited_sen = 0 and version = 1
      and not exists (select from invoice_version where invoice_id = invoice.id)
      and not exists (select from cancel_request where invoice_id = invoice.id)
      and not exists (select from payment_attempt_invoice where invoice_id = invoice.id)
      and not exists (select from credit_entry where invoice_id = invoice.id)
    order by ${order} limit 1`.execute(trx)
  return rows
}

/** A tenth of the first line, in whole ringgit. */
async function noted(
  trx: Transaction<DB>,
  actor: Actor,
  { id: invoice_id, version }: Found,
  reason: string,
  then: (id: string) => Promise<void> = async () => {},
): Promise<void> {
  const [line] = await creditedLines(trx, invoice_id)
  if (!line) return
  const amount = Math.max(100, Math.floor(line.amount_sen / 1_000) * 100)
  const input = { items: [{ id: line.id, amount }], reason, version }
  const { id } = await requestCreditNote(trx, actor, everywhere(actor), invoice_id, input)
  await then(id)
}

const approve = (trx: Transaction<DB>, actor: Actor, id: string, { today }: Stage) =>
  approveNote(trx, actor, everywhere(actor), id, today)
