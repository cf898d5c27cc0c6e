import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * A query that compares a phone, an e-mail address or an identity number finds a person by it, so it uses the conditions of
 * `proven.ts`. These do not, each for a reason; what they find, or why it is harmless, is tested in
 * `tests/finders.db.test.ts`.
 */
const others: Record<string, string> = {
  'app/domain/identity/contacts/proven.ts': 'the conditions',
  'app/domain/identity/codes/confirm-code.ts': 'the row of the account itself, after a code to it',
  'app/domain/identity/codes/second-fact.ts': 'the account for which a right code was given',
  'app/domain/people/parents/lose-phone.ts': 'takes a phone from the parent whom the office named',
  'app/domain/identity/passwords/invitation.ts': 'the row of the invited account itself',
  'app/domain/identity/passwords/recovery.ts': 'operators, whose address always is proven',
  'app/domain/identity/accounts/sign-in.ts': 'operators, whose address always is proven',
  'app/domain/identity/accounts/organisations.ts':
    'platform.contact, into which a trigger writes what counts',
  'app/domain/platform/operators/operator-contact.ts': 'operators, whose address always is proven',
  'app/domain/people/parents/change-parent.ts': 'asks the office whether two parents are the same',
  'app/domain/people/parents/find-parents.ts': 'the office looks for a parent',
  'app/domain/people/families/find-families.ts': 'the office looks for a family',
  'app/domain/core/four-eyes/own-family.ts':
    'forbids only: who shares a contact with a family decides nothing about it',
  'app/domain/enrolment/applications/auto-approve.ts':
    'an application of a colleague’s family only waits for a person',
  'app/domain/enrolment/imports/people.ts': 'sorts what it finds by what counts',
  'app/domain/enrolment/imports/kinds/colleagues.ts': 'compares what counts, for many rows at once',
  'app/domain/enrolment/imports/kinds/students.ts': 'numbers of students, whom no contact identifies',
  'app/domain/enrolment/imports/kind.ts': 'numbers of students, whom no contact identifies',
  'app/domain/people/students/change-student.ts': 'numbers of students, whom no contact identifies',
  'db/command/reseal.ts': 'seals a column again, for whom it may be',
  'db/command/operators.ts': 'operators, whose address always is proven',
}

const comparisons = [
  /\b(phone|email|identity_no_index)\s*=\s*(any\()?\$\{/,
  /lower\((\w+\.)?email\)\s*=/,
  /sql`lower\(email\)`,\s*'='/,
  /fn\('lower', \['email'\]\)/,
  /'(\w+\.)?(phone|email|identity_no_index)',\s*'(=|in)'/,
  /selectFrom\('platform\.contact( as \w+)?'\)/,
]

const sources = globSync('{app,jobs,db}/**/*.{ts,tsx}').filter(
  (file) => !/\.(test|fixture)\.tsx?$|test-support|^db\/types\.ts$/.test(file),
)
const comparing = sources.filter((file) => {
  const text = readFileSync(file, 'utf8')
  return comparisons.some((one) => one.test(text))
})

test('whoever finds a person by a contact or number asks whether it counts', () => {
  expect(comparing.filter((file) => !(file in others))).toEqual([])
})

test('and every exception is one still', () => {
  expect(Object.keys(others).filter((file) => !comparing.includes(file))).toEqual([])
})
