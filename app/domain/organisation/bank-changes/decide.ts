import { sql, type Transaction } from 'kysely'
import { entityItself, recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { decidedNow } from '#app/domain/core/four-eyes/decided-now.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keyring, open, seal } from '#app/domain/core/secrets.ts'
import { entityCell } from '#app/domain/organisation/entities/find-entity.ts'
import { enqueueFor } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { bankChange, changeCell } from './find-bank-changes.ts'

/**
 * The operator has the letter of the bank before them: from now on the organisation's money goes to this account. The
 * number is typed off the letter and must be the one that was asked for (bank_change.other_number). Of two operators one
 * wins; the other is refused (bank_change.decided).
 */
export async function confirmBankChange(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  { version, account_number, ring }: { version: number; account_number: string; ring: Keyring },
): Promise<string> {
  const row = await waiting(trx, id, version)
  const { account_number_sealed: sealed } = await trx
    .selectFrom('platform.entity_bank_change')
    .select('account_number_sealed')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (open(ring, changeCell(id), sealed) !== account_number)
    throw new Refusal('bank_change.other_number', 'account_number')
  const { entity_id, bank_code, bank_name, account_name } = row
  const before = await trx
    .selectFrom('platform.entity')
    .select(['bank_name', 'account_name', 'bank_status'])
    .where('id', '=', entity_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('platform.entity')
    .set({
      ...{ bank_code, bank_name, account_name, bank_status: 'verified' },
      account_number_sealed: seal(ring, entityCell(entity_id, 'account_number_sealed'), account_number),
      bank_changed_at: sql<Date>`now()`,
      ...touched,
    })
    .where('id', '=', entity_id)
    .execute()
  return decide(trx, actor, row, { status: 'confirmed' }, before)
}

/** It goes back with a reason; the account in use stays, and another may be asked for. */
export async function refuseBankChange(
  trx: Transaction<DB>,
  actor: Actor,
  id: string,
  decision_reason: string,
): Promise<string> {
  const row = await waiting(trx, id)
  await trx
    .updateTable('platform.entity')
    .set({ bank_status: 'rejected', ...touched })
    .where('id', '=', row.entity_id)
    .where('bank_status', '<>', 'verified')
    .execute()
  return decide(trx, actor, row, { status: 'refused', decision_reason })
}

type Row = Awaited<ReturnType<typeof bankChange>>

/** Locked; refuses (bank_change.decided) what somebody has decided or taken back. */
async function waiting(trx: Transaction<DB>, id: string, version?: number): Promise<Row> {
  await trx
    .selectFrom('platform.entity_bank_change')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const row = await bankChange(trx, id)
  if (row.status !== 'pending') throw new Refusal('bank_change.decided')
  if (version !== undefined) refuseStale(row, version)
  return row
}

async function decide(
  trx: Transaction<DB>,
  actor: Actor,
  { id, entity_id, entity, bank_name, account_name, last_four }: Row,
  decision: { status: 'confirmed' | 'refused'; decision_reason?: string },
  before?: Record<string, unknown>,
): Promise<string> {
  await trx
    .updateTable('platform.entity_bank_change')
    .set({
      ...decision,
      ...decidedNow(actor),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  const { status: moment, decision_reason } = decision
  const after = { bank_name, account_name, last_four, ...(decision_reason ? { decision_reason } : {}) }
  await recordInBoth(trx, actor, `entity.bank_${moment}`, entityItself(entity_id), {
    ...(before ? { before } : {}),
    after,
  })
  await enqueueFor(trx, 'bank.notify', [{ entity_id, payload: { change_id: id, moment } }])
  return entity
}
