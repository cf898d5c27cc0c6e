import { seal } from '#app/domain/core/secrets.ts'
import { randomOf } from './plan/random.ts'
import type { Stage } from './stage.ts'

const qualifications = {
  en: ['Bachelor of Education', 'Bachelor of Science', 'Diploma in Education', 'Master of Education'],
  my: ['Ijazah Sarjana Muda Pendidikan', 'Ijazah Sarjana Muda Sains', 'Diploma Pendidikan', 'Sijil Tahfiz'],
} as const

const banks = ['Maybank', 'CIMB Bank', 'Bank Islam', 'Public Bank', 'RHB Bank']

/** In sen: for what, from how much, in steps of how much. */
const rates = [
  ['hour', 4_500, 500],
  ['session', 6_000, 1_000],
  ['month', 240_000, 10_000],
] as const

/**
 * What trainers have learnt, and how all but a few of them are paid: accounts that begin with zeros, as no bank counts,
 * and tax numbers that nobody has. It has a chance of its own, so that nothing else of the demo depends on it.
 */
export function completeTeaching({ plan, entity, ring, locale, rows }: Stage): void {
  const random = randomOf(`lunas teaching ${plan.entity.subdomain}`)
  const known = qualifications[locale === 'my' ? 'my' : 'en']
  rows.trainer = rows.trainer!.map((row, index) => {
    const cell = { place: entity.schema, table: 'trainer', column: 'account_number_sealed', row: row.id }
    const [pay_type, least, step] = rates[index % rates.length]!
    const paid = index % 6 !== 5
    return {
      ...row,
      qualification: random.pick(known),
      bank_name: paid ? random.pick(banks) : null,
      account_name: paid ? row.name : null,
      account_number_sealed: paid ? seal(ring, cell, `000000${random.digits(6)}`) : null,
      tin: paid ? `IG000${random.digits(8)}` : null,
      pay_type: paid ? pay_type : null,
      pay_rate_sen: paid ? least + step * random.int(0, 5) : null,
    }
  })
}
