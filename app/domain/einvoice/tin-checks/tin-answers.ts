import { type Kysely, sql, type Transaction } from 'kysely'
import type { Keys } from '#app/domain/core/secrets.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { findSetting, maySubmit } from '../settings/find-setting.ts'
import type { PortalEnvironment } from '../words.ts'
import { identityOf, indexesOf, indexOf, pairOf, type Taxpayer, type TinPair } from './tin-pair.ts'

/** Days for which an answer of the portal counts. */
export const freshDays = 30

export interface TinAnswer {
  matches: boolean
  checked_at: Date
  /** It is not older than {@link freshDays}. */
  fresh: boolean
}

/** What the portal said last of a TIN and a number; undefined if it was never asked. */
export async function tinAnswer(
  db: Kysely<DB>,
  keys: Keys,
  environment: PortalEnvironment,
  { tin, identity }: TinPair,
): Promise<TinAnswer | undefined> {
  return db
    .selectFrom('einvoice_tin_check')
    .select(['matches', 'checked_at'])
    .select(sql<boolean>`checked_at > now() - make_interval(days => ${sql.lit(freshDays)})`.as('fresh'))
    .where('environment', '=', environment)
    .where('tin', '=', tin)
    .where('id_type', '=', identity.type)
    .where('id_index', 'in', indexesOf(keys, identity))
    .orderBy('checked_at', 'desc')
    .executeTakeFirst()
}

/** Keeps an answer in place of an earlier one, and forgets those that are long past counting. */
export async function keepTinAnswer(
  trx: Transaction<DB>,
  keys: Keys,
  environment: PortalEnvironment,
  { tin, identity }: TinPair,
  matches: boolean,
): Promise<void> {
  const at = sql<Date>`now()`
  await trx
    .insertInto('einvoice_tin_check')
    .values({
      ...{ id: newId(), environment, tin, id_type: identity.type, id_index: indexOf(keys, identity) },
      ...{ matches, checked_at: at },
    })
    .onConflict((conflict) =>
      conflict.constraint('einvoice_tin_check_key').doUpdateSet({ matches, checked_at: at }),
    )
    .execute()
  await trx
    .deleteFrom('einvoice_tin_check')
    .where('checked_at', '<', sql<Date>`now() - interval '1 year'`)
    .execute()
}

/**
 * What is known of a parent's TIN:
 * - absent: there is none; `findable` if the portal can be asked for it by the identity number
 * - unasked: it was not checked yet
 * - incomparable: of a company, or without an identity number beside it
 * - matches, mismatch: what the portal said, and when
 */
export type TinState =
  | { state: 'absent'; findable: boolean }
  | { state: 'unasked' | 'incomparable' }
  | { state: 'matches' | 'mismatch'; checked_at: Date }

/** Undefined where e-invoices are not set up. The parent is one whom the reader may see. */
export async function tinStateOf(
  db: Kysely<DB>,
  keys: Keys,
  parent_id: string,
): Promise<TinState | undefined> {
  const [setting, parent] = await Promise.all([findSetting(db), taxpayer(db, parent_id)])
  if (!setting || !maySubmit(setting) || !parent) return undefined
  if (!parent.tin) return { state: 'absent', findable: identityOf(keys, parent) !== undefined }
  const pair = pairOf(keys, parent)
  if (!pair) return { state: 'incomparable' }
  const answer = await tinAnswer(db, keys, setting.environment, pair)
  if (!answer) return { state: 'unasked' }
  return { state: answer.matches ? 'matches' : 'mismatch', checked_at: answer.checked_at }
}

/** The numbers of a parent who was not removed. */
export function taxpayer(db: Kysely<DB>, parent_id: string): Promise<Taxpayer | undefined> {
  return db
    .selectFrom('parent')
    .select(['id', 'tin', 'identity_type', 'identity_no_sealed'])
    .where('id', '=', parent_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
