import type { Transaction } from 'kysely'
import { isOpenOn } from '#app/domain/accounting/months/open-month.ts'
import type { DB } from '#db/types.ts'
import { type Candidate, candidatesOf } from './candidates.ts'
import type { Directory } from './directory.ts'
import { findFacts } from './facts.ts'
import { judge, type Line, type Verdict } from './judge.ts'

export interface Statement {
  statement_id: string
  branch_id: string | null
  addsUp: boolean
}

/**
 * What each line is, in their order; `take` has done with one what it says before the next is judged. Asks the database for
 * all lines at once, and again only of families of whom a line was taken.
 */
export async function judgeLines<L extends Line>(
  trx: Transaction<DB>,
  statement: Statement,
  directory: Directory,
  lines: readonly L[],
  take: (line: L, verdict: Verdict) => Promise<boolean>,
): Promise<void> {
  const read = lines.map((line) => ({ line, candidates: candidatesOf(line, directory) }))
  const families = [...new Set(read.flatMap(({ candidates }) => familiesOf(candidates)))]
  let facts = await findFacts(trx, statement, families, lines)
  const months = new Map<string, boolean>()
  const changed = new Set<string>()
  for (const { line, candidates } of read) {
    const month = line.booked_on.slice(0, 7)
    if (!months.has(month)) months.set(month, await isOpenOn(trx, line.booked_on))
    if (familiesOf(candidates).some((family) => changed.has(family))) {
      facts = await findFacts(trx, statement, families, lines)
      changed.clear()
    }
    const about = { addsUp: statement.addsUp, monthOpen: months.get(month)! }
    const verdict = judge(line, candidates, (family) => facts(family, line), about)
    if ((await take(line, verdict)) && verdict.family) changed.add(verdict.family)
  }
}

const familiesOf = (candidates: readonly Candidate[]) => candidates.map(({ family }) => family)
