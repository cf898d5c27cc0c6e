import { sql, type Transaction } from 'kysely'
import { entityItself, recordInBoth } from '#app/domain/audit/log/both-logs.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { refuseStale, touched } from '#app/domain/core/changed.ts'
import { decidedNow } from '#app/domain/core/four-eyes/decided-now.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keyring, open, seal } from '#app/domain/core/secrets.ts'
import type { StoredLetter } from '#app/domain/giving/zakat-appointments/change-appointment.ts'
import { bankNameOf } from '#app/domain/organisation/entities/bank-account.ts'
import { entityCell } from '#app/domain/organisation/entities/find-entity.ts'
import { enqueue, enqueueFor } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { BankChangeInput } from './bank-change.ts'
import { bankChange, changeCell, ownBankChange } from './find-bank-changes.ts'

/**
 * Asks the operator for another account; the one in use stays until it is confirmed. Refuses a second one while one waits
 * (duplicate.bank_change, by constraint). The number is in no log and in no mail, only its end.
 */
export async function askBankChange(
  trx: Transaction<DB>,
  actor: Actor,
  { entity_id, ring }: { entity_id: string; ring: Keyring },
  { bank_code, account_name, account_number }: Omit<BankChangeInput, 'letter' | 'form_key'>,
  { storage_key, content_type, size_bytes }: StoredLetter,
): Promise<string> {
  const id = newId()
  const details = { bank_name: bankNameOf(bank_code)!, account_name, last_four: account_number.slice(-4) }
  await trx
    .insertInto('platform.entity_bank_change')
    .values({
      ...{ id, bank_code, ...details, account_number_sealed: seal(ring, changeCell(id), account_number) },
      ...{ letter_key: storage_key, letter_type: content_type, letter_bytes: size_bytes },
      ...{ asked_by: actor.id, asker: actor.name },
    })
    .execute()
  await record(trx, actor, 'entity.bank_asked', { type: 'entity', id: entity_id }, { after: details })
  await enqueue(trx, 'bank.notify', { change_id: id, moment: 'asked' })
  return id
}

/** Withdraws a pending request. Refuses (bank_change.decided) any other. */
export async function withdrawBankChange(
  trx: Transaction<DB>,
  actor: Actor,
  entity_id: string,
  id: string,
): Promise<void> {
  const { bank_name, account_name, last_four } = await ownBankChange(trx, id)
  const taken = await trx
    .updateTable('platform.entity_bank_change')
    .set({ status: 'withdrawn', version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw new Refusal('bank_change.decided')
  const before = { bank_name, account_name, last_four }
  await record(trx, actor, 'entity.bank_withdrawn', { type: 'entity', id: entity_id }, { before })
  await enqueue(trx, 'bank.notify', { change_id: id, moment: 'withdrawn' })
}

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

/** Locks it; refuses (bank_change.decided) one that was decided or withdrawn. */
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
