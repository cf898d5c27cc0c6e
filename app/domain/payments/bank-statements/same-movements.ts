import { sql, type Transaction } from 'kysely'
import { bareOf } from '#app/domain/payments/payments/same-transfer.ts'
import type { StatementLine } from '#app/integrations/statements/statement.ts'
import type { DB } from '#db/types.ts'
import { camtFormats, isCamt } from './bank-statement.ts'

type Movement = Pick<
  StatementLine,
  'booked_on' | 'side' | 'amount_sen' | 'payer_name' | 'reference' | 'description'
>

interface Row extends Movement {
  id: string
}

/**
 * The lines of a CAMT file that another kind of CAMT message has brought already: a bank reports a movement during the day
 * (camt.052), notifies of it (camt.054) and states it in the end (camt.053), each with other details. Gives the stored line of
 * each such line, by id; a stored line stands for one line at most. Two uploads at once wait for each other.
 */
export async function sameMovements(
  trx: Transaction<DB>,
  { format, account }: { format: string; account: string | null },
  rows: readonly Row[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  if (!isCamt(format) || rows.length === 0) return found
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ':camt', 0))`.execute(trx)
  const days = rows.map(({ booked_on }) => booked_on).sort()
  const stored = await trx
    .selectFrom('bank_line')
    .innerJoin('bank_statement', 'bank_statement.id', 'bank_line.statement_id')
    .select(['bank_line.id', 'bank_line.booked_on', 'bank_line.side', 'bank_line.amount_sen'])
    .select(['bank_line.payer_name', 'bank_line.reference', 'bank_line.description'])
    .where('bank_statement.format', 'in', camtFormats)
    .where('bank_statement.format', '<>', format)
    .where('bank_line.status', 'not in', ['repeated', 'undone'])
    .where('bank_line.booked_on', '>=', days[0]!)
    .where('bank_line.booked_on', '<=', days.at(-1)!)
    .$if(account !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('bank_statement.account_end', 'is', null),
          eb('bank_statement.account_end', '=', account!.slice(-4)),
        ]),
      ),
    )
    .orderBy('bank_line.id')
    .execute()
  const others = Map.groupBy(stored as Row[], keyOf)
  for (const row of rows) {
    const alike = others.get(keyOf(row)) ?? []
    const index = alike.findIndex((other) => isSameMovement(row, other))
    if (index === -1) continue
    found.set(row.id, alike[index]!.id)
    alike.splice(index, 1)
  }
  return found
}

const keyOf = ({ booked_on, side, amount_sen }: Movement) => `${booked_on} ${side} ${amount_sen}`

/** References of a line, each reduced to letters and digits; what banks write for a missing one is none. */
const referencesOf = ({ reference }: Movement) =>
  new Set(
    (reference ?? '')
      .split(/\s+/)
      .map(bareOf)
      .filter((one) => one && !/^(NOTPROVIDED|NONREF)$/.test(one)),
  )

const isWithin = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  [...one].every((reference) => other.has(reference))

/**
 * Whether lines of the same day, side and amount are one movement: one has all references of the other, since messages give
 * more or fewer of them. Without a reference the payer and the words decide.
 */
export function isSameMovement(one: Movement, other: Movement): boolean {
  const [mine, theirs] = [referencesOf(one), referencesOf(other)]
  if (mine.size > 0 && theirs.size > 0) return isWithin(mine, theirs) || isWithin(theirs, mine)
  const payers = [one.payer_name, other.payer_name].map((name) => bareOf(name ?? ''))
  if (payers[0] && payers[1]) return payers[0] === payers[1]
  const [words = '', otherWords = ''] = [one.description, other.description].map(bareOf)
  return words.includes(otherWords) || otherWords.includes(words)
}
