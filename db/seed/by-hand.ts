import { addDays } from '#app/domain/core/dates.ts'
import { type Bill, lineOf, newBill } from './billing.ts'
import type { Household, Pupil } from './people.ts'
import type { Team } from './staff.ts'
import { at, type Stage } from './stage.ts'

/** Invoices that the office wrote: some not due yet, some still drafts, some cancelled because they came twice. */
export function billsByHand(
  stage: Stage,
  households: readonly Household[],
  team: Team,
  monthly: Bill[],
): Bill[] {
  const { random, today } = stage
  const here = households.flatMap((household) =>
    household.pupils.filter(({ left_on }) => left_on === null).map((pupil) => ({ household, pupil })),
  )
  const some = random.shuffled(here)
  const many = Math.ceil(here.length / 14)
  const fresh = some.slice(0, many).map((who) => byHand(stage, team, who, addDays(today, -random.int(0, 6))))
  const drafts = some.slice(many, many + 4).map((who) => byHand(stage, team, who, null))
  const twice = random
    .shuffled(monthly.filter(({ issued_on }) => issued_on! < addDays(today, -40)))
    .slice(0, Math.ceil(monthly.length / 200))
    .map((bill) => cancelled(stage, team, bill))
  return [...fresh, ...drafts, ...twice]
}

interface Who {
  household: Household
  pupil: Pupil
}

function byHand(stage: Stage, team: Team, { household, pupil }: Who, issued_on: string | null): Bill {
  const { random, plan, fee_types, today } = stage
  const kind = random.chance(0.6) ? 'material' : 'uniform'
  const { id: fee_type_id, taxable } = fee_types[kind === 'material' ? 'MATERIAL' : 'OTHER']!
  return newBill(stage, household, pupil, {
    lines: [
      lineOf({
        description: plan.words[kind],
        fee_type_id,
        price: kind === 'material' ? 45_00 : 28_00,
        taxable,
        quantity: kind === 'uniform' ? 100 * random.int(1, 2) : 100,
      }),
    ],
    issued_on,
    due_on: addDays(issued_on ?? today, 14),
    period_key: null,
    branch: pupil.home,
    hours: 9 + random.int(0, 7),
    created_by: clerkOf(team, pupil.home),
  })
}

/** A second copy of a bill, noticed the day after. */
function cancelled(stage: Stage, team: Team, original: Bill): Bill {
  const { household, pupil, lines, due_on, period_key, branch_id } = original
  const branch = stage.branch_ids.indexOf(branch_id)
  const issued_on = addDays(original.issued_on!, 1)
  const copy = newBill(stage, household, pupil, {
    lines: lines.map((line) => ({ ...line, subject_fee_id: null, told: null })),
    issued_on,
    due_on,
    period_key,
    branch,
    hours: 10,
    created_by: clerkOf(team, branch),
  })
  const reason =
    stage.locale === 'my'
      ? 'Dikeluarkan dua kali; invois pertama masih sah.'
      : 'Written twice; the first invoice stands.'
  const by = team.office.find(({ role }) => role === 'admin')!.user_id
  return {
    ...copy,
    status: 'cancelled',
    cancelled: { reason, at: at(stage, addDays(issued_on, 1), 9.5), by },
  }
}

/** User id of who sits at the counter of a branch. */
export function clerkOf({ office }: Team, branch: number): string {
  const clerks = office.filter(({ role }) => role === 'clerk')
  return (clerks.find((clerk) => clerk.branch === branch) ?? clerks[0]!).user_id
}
