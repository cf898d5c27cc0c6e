import { sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keyring, seal } from '#app/domain/core/secrets.ts'
import type { KeptLetter } from '#app/domain/giving/zakat-appointments/ask.ts'
import { bankNameOf } from '#app/domain/platform/registrations/registration-form.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import type { BankChangeInput } from './bank-change.ts'
import { changeCell, ownBankChange } from './find-bank-changes.ts'

/**
 * Asks the operator for another account; the one in use stays until it is confirmed. Refuses a second one while one waits
 * (duplicate.bank_change, by constraint). The number is in no log and in no mail, only its end.
 */
export async function askBankChange(
  trx: Transaction<DB>,
  actor: Actor,
  { entity_id, ring }: { entity_id: string; ring: Keyring },
  { bank_code, account_name, account_number }: Omit<BankChangeInput, 'letter' | 'form_key'>,
  { storage_key, content_type, size_bytes }: KeptLetter,
): Promise<string> {
  const id = newId()
  const told = { bank_name: bankNameOf(bank_code)!, account_name, last_four: account_number.slice(-4) }
  await trx
    .insertInto('platform.entity_bank_change')
    .values({
      ...{ id, bank_code, ...told, account_number_sealed: seal(ring, changeCell(id), account_number) },
      ...{ letter_key: storage_key, letter_type: content_type, letter_bytes: size_bytes },
      ...{ asked_by: actor.id, asker: actor.name },
    })
    .execute()
  await record(trx, actor, 'entity.bank_asked', { type: 'entity', id: entity_id }, { after: told })
  await enqueue(trx, 'bank.notify', { change_id: id, moment: 'asked' })
  return id
}

/** Takes back what nobody has decided yet. Refuses (bank_change.decided) any other. */
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
