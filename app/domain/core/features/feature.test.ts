import { expect, test } from 'vitest'
import { essentialFeatures, featureCodes, featureLacking } from './feature.ts'

test.each([
  ['domain.edit', 'custom_domain'],
  ['smtp.edit', 'custom_smtp'],
  ['branch.create', 'branches'],
  ['generation.run', 'recurring'],
  ['audit.print', 'audit_export'],
] as const)('%s needs %s, and nothing else helps', (permission, code) => {
  const others = featureCodes.filter((one) => one !== code)
  expect(featureLacking(others, permission)).toBe(code)
  expect(featureLacking(essentialFeatures, permission)).toBe(code)
  expect(featureLacking([code], permission)).toBeUndefined()
})

test('what was done before is seen, and what all have is done, without any feature', () => {
  for (const permission of ['domain.view', 'domain.remove', 'branch.edit', 'invoice.issue'] as const)
    expect(featureLacking([], permission)).toBeUndefined()
})
