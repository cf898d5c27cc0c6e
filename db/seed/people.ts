import { addDays, addMonths, endOfMonth } from '#app/domain/core/dates.ts'
import { sealedIdentity } from '#app/domain/identity/accounts/identity.ts'
import { newFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { type Family, familiesOf, type Guardian } from './families.ts'
import { demoPhone } from './plan/demo-phones.ts'
import type { Area } from './plan/plan.ts'
import { add, at, earlierOf, laterOf, type Stage } from './stage.ts'

/** A family as the fees see it. */
export interface Household {
  payer: { id: string; name: string; email: string }
  pupils: Pupil[]
}

export interface Pupil {
  id: string
  name: string
  nationality: string
  /** School year in the calendar year of today. */
  year: number
  /** Index of the branch where they started. */
  home: number
  joined_on: string
  left_on: string | null
  payer_id: string
  /** 0 for the eldest. */
  rank: number
}

/** Families with their parents and pupils; the pupils get their numbers in the order in which they joined. */
export function addFamilies(stage: Stage): Household[] {
  const families = familiesOf(stage.plan, stage.random, stage.invent, stage.today)
  // The parent who shows the product to visitors has two children here now.
  const shown = families.findIndex(
    ({ children, guardians, nationality }) =>
      children.length === 2 &&
      children.every(({ year }) => year < 11) &&
      guardians.length === 2 &&
      nationality === 'MY',
  )
  const households = families.map((family, index) => household(stage, family, index === shown))
  numberPupils(stage)
  return households
}

function household(stage: Stage, family: Family, shown: boolean): Household {
  const { random, plan } = stage
  const area = random.pick(plan.areas)
  const home = random.chance(0.68) ? 0 : 1
  const joined = family.children.map((child) => joinedOn(stage, child.year))
  const first = [...joined].sort()[0]!
  const address = addressIn(stage, area)
  const ids = new Map(family.guardians.map((guardian) => [guardian, random.id(at(stage, first, 10))]))
  for (const guardian of family.guardians) {
    const email = shown && guardian === family.payer ? `parent@${plan.entity.subdomain}.test` : guardian.email
    const has = (shown && guardian === family.payer) || (guardian === family.payer && random.chance(0.3))
    const phone = email === guardian.email ? guardian.phone : demoPhone('parent')!
    const person = { ...guardian, email, phone, id: ids.get(guardian)! }
    const user_id = has ? addAccount(stage, person, first) : null
    addParent(stage, person, { user_id, address, first, nationality: family.nationality })
  }
  const payer_id = ids.get(family.payer)!
  const pupils = family.children.map((child, rank): Pupil => {
    const joined_on = joined[rank]!
    const id = random.id(at(stage, joined_on, 10))
    const left_on = leftOn(stage, child.year, joined_on, shown)
    const branch = plan.branch_of_year?.(child.year) ?? home
    add(stage, 'student', studentRow(stage, family, { ...child, id, rank, joined_on, left_on, branch }))
    for (const guardian of family.guardians) {
      const payer = guardian === family.payer
      add(stage, 'student_parent', {
        student_id: id,
        parent_id: ids.get(guardian)!,
        relationship: guardian.relationship,
        is_primary: payer,
        is_payer: payer,
      })
    }
    const { name, year } = child
    return {
      id,
      name,
      year,
      home: branch,
      joined_on,
      left_on,
      payer_id,
      rank,
      nationality: family.nationality,
    }
  })
  const email = stage.rows.parent!.find(({ id }) => id === payer_id)!.email!
  return { payer: { id: payer_id, name: family.payer.name, email }, pupils }
}

/** A day in or before the months of the demo; many begin in January. */
function joinedOn({ random, plan, today, months }: Stage, year: number): string {
  const thisYear = Number(today.slice(0, 4))
  const possible = Math.min(year - plan.years.from, 5)
  const recent = possible === 0 || (year <= plan.years.to && random.chance(0.15))
  if (!recent) return `${thisYear - random.int(1, possible)}-01-${String(random.int(2, 20)).padStart(2, '0')}`
  const january = `${thisYear}-01-02`
  const month = random.chance(0.5) && january >= months[0]! ? january : random.pick(months)
  const on = addDays(month, random.int(0, 24))
  const firstDay = addDays(`${thisYear - possible}-01-01`, 1)
  return earlierOf(laterOf(on, firstDay), today)
}

/** The last day of who has finished school, and of the few who went elsewhere. */
function leftOn({ random, plan, today, months }: Stage, year: number, joined_on: string, stays: boolean) {
  if (year > plan.years.to) return `${Number(today.slice(0, 4)) - 1}-12-31`
  if (stays || !random.chance(0.03)) return null
  const month = months[random.int(3, months.length - 3)]!
  return addMonths(joined_on, 1) < month ? endOfMonth(month) : null
}

function addressIn({ random }: Stage, { place, city, state, postcode }: Area) {
  const streets = ['Kenanga', 'Melur', 'Seroja', 'Cempaka', 'Dahlia', 'Anggerik', 'Teratai', 'Kemboja']
  return {
    address_line1: `${random.int(1, 88)}, Jalan ${random.pick(streets)} ${random.int(1, 9)}/${random.int(1, 9)}`,
    address_line2: place,
    city,
    state,
    postcode,
  }
}

interface Person extends Guardian {
  id: string
}

function addAccount(stage: Stage, { name, email, phone }: Person, first: string): string {
  const { random, password_hash, months } = stage
  const created = at(stage, first < months[0]! ? months[0]! : first, 11)
  const id = random.id(created)
  add(stage, 'user_account', {
    id,
    email,
    phone,
    name,
    password_hash,
    roles: ['parent'],
    locale: stage.locale,
    status: 'active',
    phone_proven_at: created,
    email_proven_at: created,
    last_login_at: null,
    created_at: created,
  })
  return id
}

function addParent(
  stage: Stage,
  person: Person,
  given: {
    user_id: string | null
    address: ReturnType<typeof addressIn>
    first: string
    nationality: string
  },
) {
  const { random, ring, entity, locale } = stage
  const { id, identity, name, phone, email, relationship } = person
  const created_at = at(stage, given.first, 10)
  const work = [
    'Guru',
    'Jururawat',
    'Akauntan',
    'Peniaga',
    'Jurutera',
    'Kerani',
    'Pemandu',
    'Suri rumah',
    'Juruteknik',
  ]
  add(stage, 'parent', {
    id,
    user_id: given.user_id,
    name,
    identity_type: identity.type,
    ...sealedIdentity(ring, { place: entity.schema, table: 'parent', row: id }, identity.no),
    phone,
    email,
    occupation: random.pick(work),
    relationship,
    income_above_2500: random.chance(0.8),
    ...given.address,
    country: 'MY',
    preferred_locale: given.nationality === 'MY' ? (random.chance(0.7) ? locale : 'en') : 'en',
    family_code: newFamilyCode((below) => random.int(0, below - 1)),
    phone_proven_at: created_at,
    email_proven_at: created_at,
    identity_proven_at: created_at,
    created_at,
  })
}

interface NewPupil {
  id: string
  name: string
  gender: 'male' | 'female'
  born_on: string
  identity: Guardian['identity']
  year: number
  rank: number
  joined_on: string
  left_on: string | null
  branch: number
}

function studentRow(stage: Stage, family: Family, pupil: NewPupil) {
  const { random, ring, entity, invent, plan, branch_ids } = stage
  const { id, identity, year, left_on } = pupil
  const graduated = left_on !== null && year > plan.years.to
  const health = ['Asma; membawa sedut ubat', 'Alahan kacang tanah', 'Rabun; duduk di hadapan']
  return {
    id,
    student_no: '',
    name: pupil.name,
    identity_type: identity.type,
    ...sealedIdentity(ring, { place: entity.schema, table: 'student', row: id }, identity.no),
    birth_cert_no: identity.type === 'nric' ? invent.birthCertificateNo() : null,
    born_on: pupil.born_on,
    gender: pupil.gender,
    nationality: family.nationality,
    phone: year >= 10 && random.chance(0.4) ? invent.phone() : null,
    email: null,
    highest_education: year <= 6 ? 'preschool' : year <= 9 ? 'primary' : 'lower_secondary',
    previous_school: null,
    health_conditions: random.chance(0.06) ? random.pick(health) : null,
    transport_type: random.weighted({ parent: 60, school_van: 20, walk: 8, own: 6, other: 6 }),
    daycare: 'none',
    number_of_siblings: family.children.length - 1,
    position_in_family: pupil.rank + 1,
    registered_on: pupil.joined_on,
    graduated_on: graduated ? left_on : null,
    branch_id: branch_ids[pupil.branch]!,
    status: graduated ? 'graduated' : left_on ? 'withdrawn' : 'active',
    created_at: at(stage, pupil.joined_on, 10),
  }
}

/** `260001`: the year of joining and a number within it. */
function numberPupils(stage: Stage) {
  const last: Record<string, number> = {}
  const students = stage.rows.student!
  students.sort((one, other) => one.registered_on.localeCompare(other.registered_on))
  for (const student of students) {
    const year = student.registered_on.slice(2, 4)
    last[year] = (last[year] ?? 0) + 1
    student.student_no = `${year}${String(last[year]).padStart(4, '0')}`
  }
}
