import { asText } from '#app/domain/core/spreadsheets/cells.ts'
import { createStaff } from '#app/domain/people/staff/change-staff.ts'
import { mayChangeRoles } from '#app/domain/people/staff/rules.ts'
import { type NewStaffInput, newStaffForm } from '#app/domain/people/staff/staff-form.ts'
import { placedNow } from '../colleague-places.ts'
import type { Problem } from '../import.ts'
import { formed, type ImportKind, reachOf } from '../kind.ts'
import { colleagueFields, rolesIn, typedColleague } from './colleague-fields.ts'
import { type ColleagueRow, colleagueChecks, type KnownColleagues, placesIn } from './colleagues.ts'
import { wroteStaff } from './wrote-staff.ts'

type Row = ColleagueRow<NewStaffInput>

/** One row for each colleague, who gets an account, and an invitation where there is an e-mail address. */
export const staff: ImportKind<Row, KnownColleagues> = {
  name: 'staff',
  ...colleagueChecks('staff.create'),
  fields: [
    ...colleagueFields,
    {
      ...{ key: 'roles', label: 'staff.roles', read: asText, required: true, sample: ['Clerk', 'Kerani'] },
      words: 'role,roles,peranan,access,akses',
    },
  ],

  parse(values, about) {
    const { roles: typed = '', ...given } = values
    const roles = rolesIn(String(typed))
    const form = formed(newStaffForm, { ...typedColleague(given, about), roles })
    const problems: Problem[] = 'problems' in form ? form.problems : []
    const known = problems.filter(({ field }) => field !== 'roles' || typed === '')
    if (typed !== '' && !roles) known.push({ field: 'roles', code: 'import.role_unknown' })
    if (known.length > 0 || 'problems' in form) return { problems: known }
    if (!mayChangeRoles(about.actor.roles, [], form.input.roles))
      return { problems: [{ field: 'roles', code: 'staff.role_not_yours' }] }
    return { row: { input: form.input, places: placesIn(values) } }
  },

  async write(trx, { actor, keys, branch_id }, { input, places: said }, { places }) {
    const where = placedNow(said, places, branch_id, reachOf(actor, 'staff.create'))
    return wroteStaff(trx, await createStaff(trx, actor, keys, { ...input, ...where }))
  },
}
