import { addDays } from '#app/domain/core/dates.ts'
import type { Inventor } from './plan/invented.ts'
import { type Community, type FamilyFromAbroad, familiesFromAbroad, names, shares } from './plan/names.ts'
import type { Plan } from './plan/plan.ts'
import type { Random } from './plan/random.ts'

export interface Guardian {
  name: string
  gender: 'male' | 'female'
  relationship: 'father' | 'mother' | 'guardian'
  identity: { type: 'nric' | 'passport'; no: string }
  phone: string
  email: string
}

export interface Child {
  name: string
  gender: 'male' | 'female'
  born_on: string
  identity: { type: 'nric' | 'passport'; no: string }
  /** School year in the calendar year of today: 1 is Tahun 1, 12 has left after Form 5. */
  year: number
}

export interface Family {
  /** Country code. */
  nationality: string
  guardians: Guardian[]
  /** Who pays; one of the guardians. */
  payer: Guardian
  /** The eldest first. */
  children: Child[]
}

/** The families of an organisation, put together so that names, ages and numbers fit. */
export function familiesOf(plan: Plan, random: Random, invent: Inventor, today: string): Family[] {
  const sizes = plan.families.flatMap(({ children, count }) => Array<number>(count).fill(children))
  const abroad = new Map(
    random
      .shuffled(sizes.map((_size, index) => index))
      .slice(0, plan.foreign_families)
      .map((family, index) => [family, familiesFromAbroad[index]!]),
  )
  const taken = new Set<string>()
  return random.shuffled(sizes).map((size, index) => {
    const foreign = abroad.get(index)
    const named = foreign ? namesFromAbroad(random, foreign) : unlikeOthers(random, taken)
    return familyOf(plan, random, invent, { size, named, nationality: foreign?.nationality ?? 'MY', today })
  })
}

function familyOf(
  plan: Plan,
  random: Random,
  invent: Inventor,
  {
    size,
    named,
    nationality,
    today,
  }: { size: number; named: FamilyNames; nationality: string; today: string },
): Family {
  const foreign = nationality !== 'MY'
  const type = foreign ? 'passport' : 'nric'
  const identityOf = (born_on: string, gender: 'male' | 'female') => ({
    type: type as 'nric' | 'passport',
    no: foreign ? invent.passportNo() : invent.identityNo(born_on, gender),
  })
  const thisYear = Number(today.slice(0, 4))
  const years = schoolYears(plan, random, size)
  const eldest = thisYear - 6 - years[0]!
  const adult = (
    name: string,
    relationship: Guardian['relationship'],
    gender: 'male' | 'female',
  ): Guardian => ({
    name,
    gender,
    relationship,
    identity: identityOf(dayIn(random, eldest - random.int(23, 34)), gender),
    phone: invent.phone(),
    email: invent.email(name, 'rumah.test'),
  })
  const kind = random.weighted({ both: 84, mother: 9, father: 3, guardian: 4 })
  const guardians = {
    both: () => [adult(named.father, 'father', 'male'), adult(named.mother, 'mother', 'female')],
    mother: () => [adult(named.mother, 'mother', 'female')],
    father: () => [adult(named.father, 'father', 'male')],
    guardian: () => [adult(named.other, 'guardian', 'female')],
  }[kind]()
  const children = years.map((year): Child => {
    const gender = random.chance(0.5) ? 'male' : 'female'
    const born_on = dayIn(random, thisYear - 6 - year)
    return { name: named.child(gender), gender, born_on, identity: identityOf(born_on, gender), year }
  })
  return {
    nationality,
    guardians,
    payer: random.pick(guardians),
    children,
  }
}

/** School years of brothers and sisters, one to three years apart, the eldest first. */
function schoolYears(plan: Plan, random: Random, size: number): number[] {
  const gone = random.chance(0.06)
  let year = gone ? 12 : random.int(Math.min(plan.years.from + size, plan.years.to), plan.years.to)
  if (size === 1 && !gone) year = random.int(plan.years.from, plan.years.to)
  return Array.from({ length: size }, (_, index) => {
    if (index > 0) year = Math.max(plan.years.from, year - random.int(1, 3))
    return year
  })
}

function dayIn(random: Random, year: number): string {
  return addDays(`${year}-01-01`, random.int(0, 364))
}

interface FamilyNames {
  father: string
  mother: string
  /** A grandmother or an aunt, when she is the one who looks after the children. */
  other: string
  child(gender: 'male' | 'female'): string
}

/** Names of a family whose parents are not called like others: in a small school that is the rule. */
function unlikeOthers(random: Random, taken: Set<string>): FamilyNames {
  for (;;) {
    const named = namesOf(random.weighted(shares), random)
    if (taken.has(named.father) || taken.has(named.mother)) continue
    taken.add(named.father).add(named.mother)
    return named
  }
}

function namesOf(community: Community, random: Random): FamilyNames {
  const { men, women, boys, girls, families } = names[community]
  const [man, woman, aunt] = [random.pick(men), random.pick(women), random.pick(women)]
  const [his, hers] = random.shuffled(families)
  const given = { male: random.shuffled(boys), female: random.shuffled(girls) }
  const next = (gender: 'male' | 'female') => given[gender].pop()!
  switch (community) {
    case 'malay':
      return {
        father: `${man} bin ${his}`,
        mother: `${woman} binti ${hers}`,
        other: `${aunt} binti ${his}`,
        child: (gender) => `${next(gender)} ${gender === 'male' ? 'bin' : 'binti'} ${man}`,
      }
    case 'chinese':
      return {
        father: `${his} ${man}`,
        mother: `${hers} ${woman}`,
        other: `${his} ${aunt}`,
        child: (gender) => withSurname(his!, next(gender)),
      }
    case 'indian':
    case 'sikh':
      return {
        father: `${man} a/l ${his}`,
        mother: `${woman} a/p ${hers}`,
        other: `${aunt} a/p ${his}`,
        child: (gender) => `${next(gender)} ${gender === 'male' ? 'a/l' : 'a/p'} ${man}`,
      }
    case 'iban':
      return {
        father: `${man} anak ${his}`,
        mother: `${woman} anak ${hers}`,
        other: `${aunt} anak ${his}`,
        child: (gender) => `${next(gender)} anak ${man}`,
      }
    case 'kadazan':
      return {
        father: `${man} ${his}`,
        mother: `${woman} ${hers}`,
        other: `${aunt} ${his}`,
        child: (gender) => `${next(gender)} ${his}`,
      }
  }
}

/** `Tan` and `Ethan Zhi Hong` → `Ethan Tan Zhi Hong`; `Jun Hao` → `Tan Jun Hao`. */
function withSurname(surname: string, given: string): string {
  const words = given.split(' ')
  return words.length === 3 ? `${words[0]} ${surname} ${words[1]} ${words[2]}` : `${surname} ${given}`
}

function namesFromAbroad(random: Random, { father, mother, boys, girls }: FamilyFromAbroad): FamilyNames {
  const given = { male: random.shuffled(boys), female: random.shuffled(girls) }
  return { father, mother, other: mother, child: (gender) => given[gender].pop()! }
}
