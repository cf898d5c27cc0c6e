import { expect, test } from 'vitest'
import { adjustmentForm, adjustmentOf } from './adjustments.ts'

const said = {
  ...{ entity_id: '0198f000-0000-7000-8000-000000000001', asked_as: '0198f000-0000-7000-8000-000000000002' },
  ...{ amount_sen: '15.00', reason: 'Fi dikenakan dua kali', reference: 'RCP-26-000001' },
}

test.each([
  ['more', 'correction', 15_00],
  ['less', 'correction', -15_00],
  ['chargeback', 'chargeback', -15_00],
] as const)('%s is a %s of %i sen', (effect, kind, sen) => {
  expect(adjustmentOf(adjustmentForm.parse({ ...said, effect }))).toMatchObject({ kind, sen })
})

test.each(['-15.00', '0', '1.005', '', '1e3'])('%j is no amount, whatever the sign', (amount_sen) => {
  expect(adjustmentForm.safeParse({ ...said, effect: 'less', amount_sen }).success).toBe(false)
})
