import { expect, test } from 'vitest'
import { changesOf, compare } from './student-change.ts'

const onFile = {
  ...{ name: 'Ali', born_on: '2017-02-03', gender: 'male', nationality: 'MY', identity_type: 'nric' },
  ...{ identity_no: '170203-**-**78', birth_cert_no: '***77', phone: '+60123456789', daycare: 'none' },
  number_of_siblings: 2,
} as const
const numbers = { identity_no: '170203105678', birth_cert_no: 'AA777' }
const typed: Parameters<typeof changesOf>[0] = {
  ...({
    name: 'Ali',
    born_on: '2017-02-03',
    gender: 'male',
    nationality: 'MY',
    identity_type: 'nric',
  } as const),
  ...({ phone: '+60123456789', daycare: 'none', number_of_siblings: 2 } as const),
}

test('what is typed as it is on file asks for nothing, numbers that are typed once more neither', () => {
  expect(changesOf(typed, onFile, numbers)).toEqual({ before: {}, wanted: {} })
  expect(changesOf({ ...typed, ...numbers }, onFile, numbers).wanted).toEqual({})
})

test('an emptied field is one that is to be empty, an empty number stays', () => {
  const { phone: _, ...emptied } = typed
  expect(changesOf(emptied, onFile, numbers)).toEqual({
    before: { phone: '+60123456789' },
    wanted: { phone: null },
  })
})

test('of a number that was on file only the masked one is remembered', () => {
  const changes = changesOf({ ...typed, birth_cert_no: 'AA778' }, onFile, numbers)
  expect(changes).toEqual({ before: { birth_cert_no: '***77' }, wanted: { birth_cert_no: 'AA778' } })
})

test('old and new stand beside each other, and what has moved on file meanwhile is marked', () => {
  const changes = changesOf({ ...typed, name: 'Ali Hakimi', number_of_siblings: 3 }, onFile, numbers)
  expect(compare(changes, { ...onFile, number_of_siblings: 1 })).toEqual([
    { field: 'name', before: 'Ali', now: 'Ali', wanted: 'Ali Hakimi', moved: false },
    { field: 'number_of_siblings', before: 2, now: 1, wanted: 3, moved: true },
  ])
})
