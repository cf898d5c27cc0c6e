import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { difference, record } from '#app/domain/core/audit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import type { DB } from '#db/types.ts'
import { type AccountsInput, fixedAccounts } from './account.ts'

/** An account of the organisation's own: of a fee category, of a fee type with a code of its own, of a fund. */
interface Own {
  key: string
  /** As the organisation calls it. */
  name: string
  /** The code that its fee type has, used where the mapping says nothing. */
  gl_code: string | null
}

export interface Account {
  key: string
  /** Undefined where the language files name it. */
  name: string | undefined
  code: string | null
}

/**
 * All accounts with their codes, in the order of the page. Removed fee categories and funds stay, because months that are
 * still to be exported may have them.
 */
export async function accountsOf(db: Kysely<DB>): Promise<Account[]> {
  const [{ rows: own }, mapped] = await Promise.all([
    sql<Own>`
      select 'income:' || id as key, name, null as gl_code, 1 as place from fee_category
      union all
      select 'fee:' || id, name, trim(gl_code), 2 from fee_type where nullif(trim(gl_code), '') is not null
      union all
      select 'fund:' || id, name, null, 3 from infaq_type
      union all
      select 'fund:' || id, name, null, 4 from zakat_type
      order by place, name, key`.execute(db),
    db.selectFrom('accounting_account').select(['key', 'code']).execute(),
  ])
  const codes = new Map(mapped.map(({ key, code }) => [key, code]))
  return [
    ...fixedAccounts.map((key) => ({ key, name: undefined, code: codes.get(key) ?? null })),
    ...own.map(({ key, name, gl_code }) => ({ key, name, code: codes.get(key) ?? gl_code })),
  ]
}

/**
 * Stores the codes of accounts; an empty one is forgotten. Refuses an account that does not exist (accounting_export.no_account,
 * at its field). Returns how many have changed; they apply to months that are exported from now on.
 */
export async function saveAccounts(
  trx: Transaction<DB>,
  actor: Actor,
  { accounts }: Pick<AccountsInput, 'accounts'>,
): Promise<number> {
  // Two forms at once are saved one after the other, so that the log says what each has changed.
  await sql`lock table accounting_account in share row exclusive mode`.execute(trx)
  const before = new Map((await accountsOf(trx)).map(({ key, code }) => [key, code]))
  const unknown = accounts.findIndex(({ key }) => !before.has(key))
  if (unknown >= 0) throw new Refusal('accounting_export.no_account', `accounts[${unknown}].code`)
  const changed = accounts.filter(({ key, code }) => (code ?? null) !== before.get(key))
  if (changed.length === 0) return 0
  const gone = changed.filter(({ code }) => code === undefined).map(({ key }) => key)
  const kept = changed.flatMap(({ key, code }) => (code === undefined ? [] : [{ key, code }]))
  if (gone.length > 0) await trx.deleteFrom('accounting_account').where('key', 'in', gone).execute()
  if (kept.length > 0)
    await trx
      .insertInto('accounting_account')
      .values(kept.map((one) => ({ ...one, updated_by: actor.id })))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ ref }) => ({
          code: ref('excluded.code'),
          updated_by: ref('excluded.updated_by'),
          updated_at: sql<Date>`now()`,
        })),
      )
      .execute()
  const was = Object.fromEntries(changed.map(({ key }) => [key, before.get(key) ?? null]))
  const is = Object.fromEntries(changed.map(({ key, code }) => [key, code ?? null]))
  await record(
    trx,
    actor,
    'accounting_account.changed',
    { type: 'accounting_account', id: null },
    difference(was, is),
  )
  return changed.length
}
