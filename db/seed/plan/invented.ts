import type { Random } from './random.ts'

/** Place codes that stand for no place, so that no number of the demo can be anybody's. */
export const impossiblePlaces = [
  '00',
  '17',
  '18',
  '19',
  '20',
  '69',
  '70',
  '73',
  '80',
  '81',
  '94',
  '95',
  '96',
  '97',
]

const prefixes = ['12', '13', '14', '16', '17', '18', '19']

/** Numbers and addresses of people who do not exist; none comes twice. */
export function inventor(random: Random) {
  const used = new Set<string>()
  const fresh = (make: (attempt: number) => string): string => {
    for (let attempt = 0; ; attempt++) {
      const value = make(attempt)
      if (used.has(value)) continue
      used.add(value)
      return value
    }
  }
  return {
    /** Twelve digits: birth date, a place that does not exist, a serial whose last digit is odd for men. */
    identityNo: (born_on: string, gender: 'male' | 'female') =>
      fresh(() => {
        const date = born_on.replaceAll('-', '').slice(2)
        const sex = random.int(0, 4) * 2 + (gender === 'male' ? 1 : 0)
        return `${date}${random.pick(impossiblePlaces)}${random.digits(3)}${sex}`
      }),
    /** `ZZ` is no country's passport. */
    passportNo: () => fresh(() => `ZZ${random.digits(7)}`),
    birthCertificateNo: () => fresh(() => `XX${random.digits(6)}`),
    /** A mobile number in E.164; no operator gives out subscriber numbers that begin with 000. */
    phone: () => fresh(() => `+60${random.pick(prefixes)}000${random.digits(4)}`),
    /** `norhayati.osman@rumah.test`: the top-level domain `test` can never exist (RFC 6761). */
    email: (name: string, domain: string) => {
      const words = name
        .toLowerCase()
        .replace(/ (bin|binti|a\/l|a\/p|anak) /, ' ')
        .replace(/[^a-z ]/g, '')
        .split(' ')
      const local = words.length > 1 ? `${words[0]}.${words.at(-1)}` : words[0]!
      return fresh((attempt) => `${local}${attempt === 0 ? '' : attempt + 1}@${domain}`)
    },
  }
}
export type Inventor = ReturnType<typeof inventor>
