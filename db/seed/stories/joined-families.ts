import { addDays } from '#app/domain/core/dates.ts'
import type { Event } from '../history.ts'
import type { Household } from '../people.ts'
import type { Team } from '../staff.ts'
import { add, at, type Stage } from '../stage.ts'

/**
 * Cousins who live together: an only child whose family counts with that of two, since yesterday, so that no bill of the
 * past should have known of it.
 */
export function joinFamilies(stage: Stage, { office }: Team, households: readonly Household[]): Event[] {
  const head = office.find(({ role }) => role === 'admin')
  const staying = (count: number) =>
    households.filter(
      ({ pupils }) =>
        pupils.length === count && pupils.every(({ left_on, year }) => left_on === null && year < 11),
    )
  const [one, two] = [staying(1)[4], staying(2)[1]]
  if (!head || !one || !two) return []
  const created_at = at(stage, addDays(stage.today, -1), 10.4)
  const reason =
    stage.locale === 'my'
      ? 'Sepupu yang tinggal serumah dengan nenek'
      : 'Cousins who live with their grandmother'
  add(stage, 'joined_family', {
    ...{ parent_id: one.payer.id, joined_to_id: two.payer.id, reason, created_at },
    created_by: head.user_id,
  })
  return [
    {
      at: created_at,
      by: { id: head.user_id, name: head.name },
      action: 'parent.family_joined',
      object: { type: 'parent', id: one.payer.id },
      after: { name: one.payer.name, joined_to: two.payer.name, reason },
    },
  ]
}
