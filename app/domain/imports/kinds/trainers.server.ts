import { createTrainer } from '#app/domain/trainers/change-trainer.server.ts'
import { type NewTrainerInput, newTrainerForm } from '#app/domain/trainers/trainer-form.ts'
import { clashes, type Taken, takenBy } from '../accounts.server.ts'
import { asText } from '../cells.ts'
import { type NamedPlaces, type Places, placed, placedNow, placesOf } from '../colleague-places.server.ts'
import { formed, type ImportKind, reachOf } from '../kind.ts'
import { colleagueFields, typedColleague } from './colleague-fields.ts'
import { placesIn } from './staff.server.ts'
import { wroteStaff } from './wrote-staff.server.ts'

interface Row {
  input: NewTrainerInput
  places: NamedPlaces
}

/** One row for each person who teaches, with an account that may do that alone. */
export const trainers: ImportKind<Row, { taken: Taken; places: Places }> = {
  name: 'trainers',
  tables: ['trainer', 'staff', 'user_account'],
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
    const form = formed(newTrainerForm, typedColleague(values, about) as never)
    return 'problems' in form ? form : { row: { input: form.input, places: placesIn(values) } }
  },

  async find(db, { keys }, rows) {
    const [taken, places] = await Promise.all([
      takenBy(
        db,
        keys,
        rows.map(({ row }) => row.input),
      ),
      placesOf(db),
    ])
    return { taken, places }
  },

  check(rows, { taken, places }, { keys, branch_id, actor }) {
    const clash = clashes(taken, keys)
    return new Map(
      rows.flatMap(({ number, row }) => {
        const found = placed(row.places, places, branch_id, reachOf(actor, 'trainer.create'))
        const problems = [...clash(row.input, number), ...('problems' in found ? found.problems : [])]
        return problems.length > 0 ? [[number, problems] as const] : []
      }),
    )
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
