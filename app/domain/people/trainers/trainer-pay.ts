import type { Kysely, Transaction } from 'kysely'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { difference, named, record } from '#app/domain/core/audit.ts'
import { changed } from '#app/domain/core/changed.ts'
import { maskedAccount } from '#app/domain/core/mask.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { type Keys, open, seal } from '#app/domain/core/secrets.ts'
import type { DB } from '#db/types.ts'
import { lockedTrainer } from './change-trainer.ts'
import { trainersIn } from './find-trainers.ts'
import { type PayInput, seesDetails } from './trainer.ts'

const cell = (place: string, row: string) => {
  return { place, table: 'trainer', column: 'account_number_sealed', row }
}

/**
 * How a trainer is paid, with the account number masked; undefined out of scope. The rate is left out for trainers themselves,
 * who see no amounts.
 */
export async function payOf(db: Kysely<DB>, scope: RowScope, { ring, place }: Keys, id: string) {
  const row = await trainersIn(db, scope)
    .select(['bank_name', 'account_name', 'account_number_sealed', 'tin', 'pay_type', 'pay_rate_sen'])
    .where('trainer.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { account_number_sealed: sealed, pay_rate_sen, ...known } = row
  const account_number = sealed && maskedAccount(open(ring, cell(place, id), sealed))
  return { ...known, account_number, ...(seesDetails(scope) ? { pay_rate_sen } : {}) }
}
export type Pay = NonNullable<Awaited<ReturnType<typeof payOf>>>

/**
 * Changes a trainer's bank account and rate. The audit entry only says that the account number was replaced or removed. Refuses
 * an account without a number (input.required, at the field). Returns the name.
 */
export async function changePay(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  { ring, place }: Keys,
  id: string,
  input: PayInput,
): Promise<string> {
  const { row, person } = await lockedTrainer(trx, actor, scope, id, input.version)
  const { account_number_sealed: sealed } = row
  const { account_number: typed, ...after } = valuesOf(input)
  if (after.bank_name && !typed && !sealed) throw new Refusal('input.required', 'account_number')
  const account_number_sealed = typed ? seal(ring, cell(place, id), typed) : after.bank_name ? sealed : null
  await trx
    .updateTable('trainer')
    .set({ ...after, account_number_sealed, ...changed(actor) })
    .where('id', '=', id)
    .execute()
  const number = typed ? 'replaced' : sealed && !account_number_sealed ? 'removed' : 'kept'
  const change = difference({ ...row, account_number: 'kept' }, { ...after, account_number: number })
  await record(trx, actor, 'trainer.pay_changed', { type: 'trainer', id }, named(person.name, change))
  return person.name
}

/** An emptied field is cleared. */
const valuesOf = ({ bank_name, account_name, account_number, tin, pay_type, pay_rate_sen }: PayInput) => ({
  bank_name: bank_name ?? null,
  account_name: account_name ?? null,
  account_number: account_number ?? null,
  tin: tin ?? null,
  pay_type: pay_type ?? null,
  pay_rate_sen: pay_rate_sen ?? null,
})
