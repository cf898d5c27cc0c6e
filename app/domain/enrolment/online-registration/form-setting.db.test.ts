import { expect, test } from 'vitest'
import { said } from '#app/domain/enrolment/applications/test-support.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { changeRegistrationForm, registrationForm } from './form-setting.ts'

test('the setting is changed one version after the other, and other terms are another version of them', async () => {
  const own = await freshTenant()
  const actor = await own.actor('superadmin')
  const change = (seen: number, given: object) =>
    own.write((trx) => changeRegistrationForm(trx, actor, seen, () => given))
  await change(0, { terms: 'Yuran tidak dikembalikan.' })
  await expect(change(0, { open: false }).catch(said)).toRefuse('version_conflict')
  await change(1, { open: false })
  await change(2, { open: false })
  const { form, version } = await own.read(registrationForm)
  expect([version, form.terms_version, form.open]).toEqual([2, 1, false])
  const log = await own.read((db) =>
    db.selectFrom('audit_log').select(['after']).where('action', '=', 'registration_form.saved').execute(),
  )
  expect(log).toHaveLength(2)
})
