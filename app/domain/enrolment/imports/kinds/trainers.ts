import { asText } from '#app/domain/core/spreadsheets/cells.ts'
import { createTrainer } from '#app/domain/people/trainers/change-trainer.ts'
import { type NewTrainerInput, newTrainerForm } from '#app/domain/people/trainers/trainer-form.ts'
import { placedNow } from '../colleague-places.ts'
import { formed, type ImportKind, reachOf } from '../kind.ts'
import { colleagueFields, typedColleague } from './colleague-fields.ts'
import { type ColleagueRow, colleagueChecks, type KnownColleagues, placesIn } from './colleagues.ts'
import { wroteStaff } from './wrote-staff.ts'

type Row = ColleagueRow<NewTrainerInput>

/** One row for each person who teaches, with an account that may do that alone. */
export const trainers: ImportKind<Row, KnownColleagues> = {
  name: 'trainers',
  ...colleagueChecks('trainer.create'),
  fields: [
    ...colleagueFields,
    {
      ...{
        key: 'specialisation',
        label: 'trainer.specialisation',
        read: asText,
        sample: ['Mathematics', 'Matematik'],
      },
      words: 'specialisation,specialization,kepakaran,pengkhususan,subject taught,opsyen',
    },
    {
      ...{ key: 'qualification', label: 'trainer.qualification', read: asText, sample: '' },
      words: 'qualification,kelayakan,kelulusan',
    },
  ],

  parse(values, about) {
    const form = formed(newTrainerForm, typedColleague(values, about))
    return 'problems' in form ? form : { row: { input: form.input, places: placesIn(values) } }
  },

  async write(trx, { actor, keys, branch_id }, { input, places: said }, { places }) {
    const scope = reachOf(actor, 'trainer.create')
    const where = placedNow(said, places, branch_id, scope)
    const id = await createTrainer(trx, actor, scope, keys, { ...input, ...where })
    const { staff_id } = await trx
      .selectFrom('trainer')
      .innerJoin('staff', 'staff.user_id', 'trainer.user_id')
      .select('staff.id as staff_id')
      .where('trainer.id', '=', id)
      .executeTakeFirstOrThrow()
    return wroteStaff(trx, staff_id)
  },
}
