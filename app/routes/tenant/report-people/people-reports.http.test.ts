import { beforeAll, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { identityColumns } from '#app/domain/identity/accounts/identity.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { newId } from '#db/id.ts'
import { branch, enrolment, student, subject, subjectFee } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'
import '#tests/support/product/matchers.ts'

const today = currentDay()
let tenant: Tenant
let product: App

beforeAll(async () => {
  tenant = await freshTenant()
  product = await app()
  await tenant.write(async (trx) => {
    const far = await branch(trx)
    for (const [name, branch_id] of [
      ['Alia Dekat', tenant.branch.id],
      ['Zaki Jauh', far.id],
    ] as const) {
      const id = newId()
      const sealed = identityColumns(keysIn(tenant), 'student', id, {
        identity_no: name === 'Alia Dekat' ? '160504990011' : '160504990022',
      })
      const of = { registered_on: today, birth_cert_no: null, identity_type: 'nric' } as const
      const pupil = await student(trx, { id, name, branch_id, ...of, ...sealed })
      const taught = await subject(trx, { branch_id, name: `Kelas ${name}` })
      const fee = await subjectFee(trx, { subject_id: taught.id, amount_sen: 12_345 })
      await enrolment(trx, { student_id: id, subject_id: taught.id, starts_on: today })
      const bill = { student_id: id, payer_parent_id: pupil.payer!.id, branch_id }
      await invoice(trx, { ...bill, issued_on: today, due_on: today }, [
        { price_sen: 54_321, subject_fee_id: fee.id, fee_type_id: fee.fee_type_id },
      ])
    }
  })
})

const reports = [
  ['/report/student/studentList', 'List of students', 'Senarai pelajar'],
  ['/report/student/studentYearly', 'Students by month', 'Pelajar mengikut bulan'],
  ['/report/student/programSummary', 'Programs on a day', 'Program pada sesuatu hari'],
  ['/report/branch/subjects', 'Classes by branch', 'Kelas mengikut cawangan'],
  ['/report/branch/enrolments', 'Seats by class', 'Tempat mengikut kelas'],
] as const
const listing = '/report/student/studentList'

test.each(reports)('%s is a page, a paper and files in both languages', async (path, en, my) => {
  const admin = await product.signedInAs(tenant, 'admin')
  for (const [locale, title] of [
    ['en', en],
    ['my', my],
  ] as const) {
    await admin.get(`/language/${locale}`)
    for (const at of [path, `${path}/print`]) expect(await page(admin, at)).toContain(title)
    for (const format of ['csv', 'xlsx'])
      expect((await admin.get(`${path}/export/${format}`)).status).toBe(200)
  }
})

test('a figure leads to its students, and the list says so', async () => {
  const admin = await product.signedInAs(tenant, 'superadmin')
  const months = await page(admin, '/report/student/studentYearly')
  const [, joined] = /href="([^"]*moved=joined[^"]*)"[^>]*>2</.exec(months) ?? []
  const behind = await page(admin, joined!.replaceAll('&amp;', '&'))
  expect(behind).toContain('Only students who joined from')
  for (const name of ['Alia Dekat', 'Zaki Jauh']) expect(behind).toContain(`>${name}<`)
  const programs = await page(admin, '/report/student/programSummary')
  const [, active] = /href="([^"]*standing=active[^"]*)"[^>]*>1</.exec(programs) ?? []
  const one = await page(admin, active!.replaceAll('&amp;', '&'))
  expect(one).toContain('active in one program')
  expect(['Alia Dekat', 'Zaki Jauh'].filter((name) => one.includes(`>${name}<`))).toHaveLength(1)
})

test('numbers are masked on the page, on paper and in the file', async () => {
  const clerk = await product.signedInAs(tenant, 'clerk')
  for (const path of [listing, `${listing}/print`, `${listing}/export/csv`]) {
    const shown = await (await clerk.get(path)).text()
    expect(shown).toContain('160504-**-**11')
    expect(shown).not.toContain('160504990011')
    expect(shown).not.toContain('Zaki Jauh')
  }
})

test('somebody of a branch sees that branch, and no figure of another', async () => {
  const clerk = await product.signedInAs(tenant, 'clerk')
  for (const [path] of reports) expect(await page(clerk, path)).not.toContain('Zaki Jauh')
  expect(await page(clerk, '/report/branch/subjects')).toContain('Kelas Alia Dekat')
  expect(await page(clerk, '/report/student/programSummary')).toContain('RM543.21')
  expect(await page(clerk, '/report/branch/subjects')).toContain('RM123.45')
})

test('a class administrator sees everything but money', async () => {
  const academic = await product.signedInAs(tenant, 'class-admin')
  for (const [path] of reports)
    for (const at of [path, `${path}/print`, `${path}?sort=-billed_sen`, `${path}?sort=-monthly_sen`]) {
      const shown = await page(academic, at)
      expect(shown).not.toMatch(/543[.,]?21|123[.,]45|RM\s?\d/)
    }
  expect(await page(academic, '/report/branch/subjects')).toContain('Kelas Alia Dekat')
  const csv = await (await academic.get('/report/student/programSummary/export/csv')).text()
  expect(csv).not.toMatch(/543[.,]?21|Billed|Collected/)
})

test('trainers and families have none of these reports', async () => {
  for (const role of ['trainer', 'class-assistant', 'parent'] as const) {
    const other = await product.signedInAs(tenant, role)
    for (const [path] of reports) expect((await other.get(path)).status).toBe(403)
  }
})
