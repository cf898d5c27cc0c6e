import { expect, test } from 'vitest'
import { joinForm } from '#app/domain/people/families/family.ts'
import { newFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { creditMoveForm } from './credit-move.ts'

const family_code = newFamilyCode((below) => 17 % below)
const typed = { amount: '15', reason: 'Ibu bapa tinggal berasingan' }

test.each([
  family_code,
  family_code.toLowerCase(),
  `${family_code.slice(0, 4)} ${family_code.slice(4)}`,
  ` ${family_code.slice(0, 4)}-${family_code.slice(4)} `,
])('the code of the other family may stand as it is printed, or as people type it: %s', (code) => {
  expect(creditMoveForm.parse({ ...typed, family_code: code })).toMatchObject({ family_code, amount: 1_500 })
  expect(joinForm.parse({ ...typed, family_code: code })).toMatchObject({ family_code })
})

test.each(['', 'AAAA', `${family_code}A`, 'x'.repeat(10_000)])(
  'a code that cannot be is told: %s',
  (code) => {
    expect(creditMoveForm.safeParse({ ...typed, family_code: code }).success).toBe(false)
  },
)
