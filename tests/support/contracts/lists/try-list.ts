import { beforeAll } from 'vitest'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import type { List, OperatorReader, Reader } from '#app/domain/core/lists/list.ts'
import { platformRef } from '#db/pool.ts'
import { reader } from '../../database/lists.ts'
import { readAt } from '../../database/tenant.ts'
import { type Kept, keptList } from '../list.ts'
import { type ListRows, listRows } from '../list-rows.ts'
import { text } from '../told.ts'

/** Rows that somebody of one branch sees, or an operator who sees only their own. */
type Seen<Row> = (row: Row) => boolean

/** The readers' day. */
const today = '2026-04-15'

/** The names of the lists that were tried. */
export const tried: Record<'tenant' | 'operator', string[]> = { tenant: [], operator: [] }

let made: ListRows
/** What the lists are tried on; there when their tests run. */
export const rows = () => made

/** Makes the rows once for all lists of a file. */
export function makeRows(): void {
  beforeAll(async () => {
    made = await listRows()
  })
}

/** A list of an organisation's; `seen`: the rows of the first branch, where a branch is all that one may reach. */
export function ofTenant<F extends Filters<Reader>, Row extends object, Raw extends object>(
  list: List<Reader, unknown, F, Row, Raw>,
  narrowing: () => Kept<Reader, F, Row, Raw>['narrowing'],
  seen?: Seen<Row>,
) {
  tried.tenant.push(list.name)
  keptList(list.name, () => {
    const { tenant } = made
    const scope = {
      scope: 'branch',
      user_id: made.head.id,
      branch_ids: [tenant.branch.id],
      parent_id: null,
    } as const
    return {
      ...{
        list,
        text,
        read: tenant.read,
        everybody: reader({ today }),
        narrowing: narrowing(),
      },
      ...(seen ? { narrower: { reader: reader({ scope, today }), sees: seen } } : {}),
    }
  })
}

/** A list of the operator's; `seen`: the rows that support sees, where it sees only its own. */
export function ofOperator<F extends Filters<OperatorReader>, Row extends object, Raw extends object>(
  list: List<OperatorReader, unknown, F, Row, Raw>,
  narrowing: () => Kept<OperatorReader, F, Row, Raw>['narrowing'],
  seen?: Seen<Row>,
) {
  tried.operator.push(list.name)
  keptList(`admin/${list.name}`, () => ({
    ...{ list, text, everybody: { id: made.owner.id, role: 'owner' }, narrowing: narrowing() },
    read: (work) => readAt(made.tenant.database, platformRef, work),
    ...(seen ? { narrower: { reader: { id: made.support.id, role: 'support' }, sees: seen } } : {}),
  }))
}

/** The Kuala Lumpur day of an instant around noon. */
export const dayOf = (at: Date) => at.toISOString().slice(0, 10)
