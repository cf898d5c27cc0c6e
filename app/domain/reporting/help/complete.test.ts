import { expect, test } from 'vitest'
import { explanations } from '#app/domain/core/help/explained.ts'
import { legalSlugs } from '#app/domain/core/help/legal-paper.ts'
import { helpRoles } from '#app/domain/core/help/paper.ts'
import { defaultLocale } from '#app/i18n/locales.ts'
import { papersOn } from './library.ts'

/** What the help centre must have, whatever else is written. */
const all = papersOn('main', defaultLocale)

test('each role has a manual', () => {
  const manuals = all.filter(({ section }) => section === 'manual').map(({ slug }) => slug)
  expect(helpRoles.filter((role) => role !== 'guest' && !manuals.includes(role))).toEqual([])
})

test('an owner, a clerk and a parent have a quick guide', () => {
  const guides = all.filter(({ section }) => section === 'start')
  for (const role of ['superadmin', 'clerk', 'parent'] as const)
    expect(
      guides.some(({ roles }) => roles.includes(role)),
      role,
    ).toBe(true)
})

test('there is every legal paper', () => {
  const legal = all.filter(({ section }) => section === 'legal').map(({ slug }) => slug)
  expect([...legalSlugs].filter((slug) => !legal.includes(slug))).toEqual([])
})

test.each([
  ...['auth.token_expired', 'auth.inactive', 'auth.invalid_credentials', 'auth.recovery_renew'],
  ...['invoice.create_failed', 'invoice.generate_failed', 'invoice.in_payment'],
  ...['payment.b2c_max', 'payment.b2c_min', 'payment.b2b1_max', 'payment.b2b1_min'],
  ...['duplicate.student', 'duplicate.enrolment', 'duplicate.subdomain', 'duplicate.subject_code'],
  ...['domain.no_a_record', 'domain.invalid', 'domain.unreachable'],
  ...['smtp.test_failed', 'smtp.not_setup', 'smtp.verify_failed'],
  ...['file.upload_failed', 'file.too_big', 'import.failed', 'staff.remove_failed'],
  ...['action_not_allowed', 'session_timeout', 'student.has_active_classes', 'version_conflict'],
])('%s, which people really meet, is explained', (code) => {
  expect(explanations.has(`refusal.${code}`)).toBe(true)
})
