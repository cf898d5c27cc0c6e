import { newId } from '#db/id.ts'
import { insert, type Trx } from '../database/factories.ts'
import { day, earlier, text } from './told.ts'

/** Closures: of all branches, of the far one and of the first. */
export async function closures(trx: Trx, [here, far]: readonly [string, string]) {
  const spans = [
    { starts_on: day, ends_on: day, branch_id: null },
    { starts_on: earlier, ends_on: day, branch_id: far },
    { starts_on: earlier, ends_on: earlier, branch_id: here },
  ]
  for (const [index, span] of spans.entries())
    await insert(trx, 'closure', { id: newId(), name: index === 0 ? text : `Cuti ${index}`, ...span })
}
