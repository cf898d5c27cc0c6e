import type { Permission } from '#app/domain/core/access/access.ts'
import { clashes, type Taken, takenBy } from '../accounts.ts'
import { type NamedPlaces, type Places, placed, placesOf } from '../colleague-places.ts'
import { type ImportKind, reachOf } from '../kind.ts'

/** A row about somebody who works here, whatever they do, with where they work as it says it. */
export interface ColleagueRow<Input> {
  input: Input
  places: NamedPlaces
}

export interface KnownColleagues {
  taken: Taken
  places: Places
}

export const placesIn = ({ branch_ids, department_id }: Record<string, unknown>): NamedPlaces => ({
  branches: branch_ids as string | undefined,
  department: department_id as string | undefined,
})

/** How such rows are held against the database: numbers and contacts that somebody has, and places within reach. */
export function colleagueChecks<Input extends Parameters<typeof takenBy>[2][number]>(
  permission: Permission,
): Pick<ImportKind<ColleagueRow<Input>, KnownColleagues>, 'adds' | 'tables' | 'find' | 'check'> {
  return {
    adds: 'staff',
    tables: ['trainer', 'staff', 'user_account'],

    async find(db, { keys }, rows) {
      const inputs = rows.map(({ row }) => row.input)
      const [taken, places] = await Promise.all([takenBy(db, keys, inputs), placesOf(db)])
      return { taken, places }
    },

    check(rows, { taken, places }, { keys, branch_id, actor }) {
      const clash = clashes(taken, keys)
      return new Map(
        rows.flatMap(({ number, row }) => {
          const found = placed(row.places, places, branch_id, reachOf(actor, permission))
          const problems = [...clash(row.input, number), ...('problems' in found ? found.problems : [])]
          return problems.length > 0 ? [[number, problems] as const] : []
        }),
      )
    },
  }
}
