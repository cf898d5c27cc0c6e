import { beforeAll, describe, expect, test } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { paths } from '#app/paths.ts'
import {
  branch,
  department,
  enrolment,
  feeType,
  insert,
  module,
  program,
  student,
  subject,
  subjectFee,
  type Trx,
  user,
} from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf, intent } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

const to = paths.subject
let web: App
let tenant: Tenant
/** Of the first branch, and those of the second. */
let supervisor: Browser
let clerk: Browser
let admin: Browser
let farBranch: { id: string; name: string }

beforeAll(async () => {
  tenant = await freshTenant()
  web = await app()
  supervisor = await web.signedInAs(tenant, 'supervisor')
  clerk = await web.signedInAs(tenant, 'clerk')
  admin = await web.signedInAs(tenant, 'admin')
  farBranch = await tenant.write((trx) => branch(trx))
})

const write = <T>(work: (trx: Trx) => Promise<T>) => tenant.write(work)
const rowOf = (id: string) =>
  tenant.read((db) => db.selectFrom('subject').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const least = async (trx: Trx, branch_id: string) => ({
  ...{ code: `H${(await subject(trx)).code}`, name: 'Kelas Baharu', branch_id },
  ...{ program_id: (await program(trx)).id, session_minutes: '60', sessions_per_month: '4' },
})

describe('somebody of one branch', () => {
  test('finds a class of another branch in no verb, and nothing comes of it', async () => {
    const far = await write((trx) => subject(trx, { branch_id: farBranch.id }))
    const sent = await write((trx) => least(trx, tenant.branch.id))
    await page(supervisor, to.view(far.id), 404)
    for (const browser of [supervisor, await web.signedInAs(tenant, 'class-admin')]) {
      const answers = [
        await browser.get(to.edit(far.id)),
        await browser.get(to.close(far.id)),
        await browser.post(to.edit(far.id), { ...sent, version: '1' }),
        await browser.post(to.status(far.id), { status: 'inactive', version: '1' }),
        await browser.post(to.close(far.id), { on: currentDay(), enrolments: '0', version: '1' }),
        await browser.post(to.reopen(far.id), { version: '1' }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    }
    const academic = await web.signedInAs(tenant, 'class-admin')
    expect((await academic.post(to.remove(far.id), { version: '1' })).status).toBe(404)
    expect(await rowOf(far.id)).toEqual(far)
  })

  test('changes, switches, closes, opens and removes one of their own', async () => {
    const academic = await web.signedInAs(tenant, 'class-admin')
    const { id } = await write((trx) => subject(trx, { branch_id: tenant.branch.id }))
    const sent = await write((trx) => least(trx, tenant.branch.id))
    const verbs = [
      () => academic.post(to.edit(id), { ...sent, version: '1' }),
      () => academic.post(to.status(id), { status: 'inactive', version: '2' }),
      () => academic.post(to.status(id), { status: 'active', version: '3' }),
      () => academic.post(to.close(id), { on: currentDay(), enrolments: '0', version: '4' }),
      () => academic.post(to.reopen(id), { version: '5' }),
    ]
    for (const verb of verbs) expect(await verb()).toRedirectTo(to.view(id))
    expect(await rowOf(id)).toMatchObject({ name: 'Kelas Baharu', status: 'active', version: 6 })
    expect(await academic.post(to.remove(id), { version: '6' })).toRedirectTo(to.list())
  })

  test('makes none in another branch and moves none there, and is offered only their own', async () => {
    const academic = await web.signedInAs(tenant, 'class-admin')
    const sent = await write((trx) => least(trx, farBranch.id))
    const { id } = await write((trx) => subject(trx, { branch_id: tenant.branch.id }))
    for (const path of [to.new(), to.edit(id)]) {
      const answer = await academic.post(path, { ...sent, version: '1' })
      expect(answer.status, path).toBe(404)
      const html = await answer.text()
      expect(html).toMatch(/<p class="error" id="[^"]*branch_id-error">/)
      expect(fieldsOf(html)).toMatchObject({ code: sent.code, name: sent.name })
      expect(await page(academic, path)).not.toContain(farBranch.id)
    }
    expect(await rowOf(id)).toMatchObject({ branch_id: tenant.branch.id, version: 1 })
    expect(await admin.post(to.edit(id), { ...sent, version: '1' })).toRedirectTo(to.view(id))
    expect(await page(admin, to.new())).toContain(farBranch.id)
  })

  test('who sees more than they may change has buttons where they may', async () => {
    const { id } = await tenant.actor('clerk')
    const both = ['clerk', 'supervisor']
    await write((trx) => trx.updateTable('user_account').set({ roles: both }).where('id', '=', id).execute())
    const [here, there] = await write(async (trx) => [
      await subject(trx, { branch_id: tenant.branch.id }),
      await subject(trx, { branch_id: farBranch.id }),
    ])
    const both_ = await web.signedInAs(tenant, 'clerk')
    expect(await page(both_, to.view(here!.id))).toContain(to.edit(here!.id))
    const html = await page(both_, to.view(there!.id))
    for (const path of [to.edit(there!.id), to.close(there!.id), to.status(there!.id)])
      expect(html).not.toContain(path)
    await write((trx) =>
      trx
        .updateTable('user_account')
        .set({ roles: ['clerk'] })
        .where('id', '=', id)
        .execute(),
    )
  })
})

describe('the page of a class', () => {
  test('says what it costs to the office, and to nobody who teaches or looks after classes', async () => {
    const { id: trainer } = await tenant.actor('trainer')
    const { id } = await write(async (trx) => {
      const row = await subject(trx, { branch_id: tenant.branch.id })
      const type = await feeType(trx, { name: 'Yuran Ujian' })
      await subjectFee(trx, { subject_id: row.id, fee_type_id: type.id, amount_sen: 12_345 })
      await insert(trx, 'subject_trainer', { subject_id: row.id, user_id: trainer, duty: 'main' })
      return row
    })
    for (const browser of [admin, supervisor, clerk])
      expect(await page(browser, to.view(id))).toMatch(/Yuran Ujian[\s\S]*RM123\.45[\s\S]*Monthly/)
    for (const role of ['class-admin', 'trainer'] as const) {
      const html = await page(await web.signedInAs(tenant, role), to.view(id))
      expect(html).not.toMatch(/Yuran Ujian|RM123|123\.45/)
    }
  })

  test('names who is in it to whom it concerns: of another branch those of the own, of a family its own', async () => {
    const { parent_id } = await tenant.actor('parent')
    const { id } = await write(async (trx) => {
      const row = await subject(trx, { branch_id: farBranch.id, capacity: 7 })
      const names = {
        'Anak Sini': tenant.branch.id,
        'Anak Sana': farBranch.id,
        'Anak Keluarga': farBranch.id,
      }
      for (const [name, branch_id] of Object.entries(names)) {
        const payer = name === 'Anak Keluarga' ? { payer: { id: parent_id! } } : {}
        const child = await student(trx, { name, branch_id }, payer)
        await enrolment(trx, { subject_id: row.id, student_id: child.id })
      }
      return row
    })
    const named = (html: string) => html.match(/Anak (Sini|Sana|Keluarga)/g)?.sort() ?? []
    expect(named(await page(admin, to.view(id)))).toEqual(['Anak Keluarga', 'Anak Sana', 'Anak Sini'])
    const seen = await page(clerk, to.view(id))
    expect(named(seen)).toEqual(['Anak Sini'])
    expect(seen).toMatch(/Enrolled<\/dt><dd>3</)
    expect(seen).toContain('2 more are not listed here.')
    const family = await page(await web.signedInAs(tenant, 'parent'), to.view(id))
    expect(named(family)).toEqual(['Anak Keluarga'])
    expect(family).not.toContain('Enrolled')
  })

  test('warns who may change it of a room that is taken, and nobody else', async () => {
    const [one, other] = await write(async (trx) => {
      const rows = [await subject(trx), await subject(trx, { name: 'Kelas Sebelah' })] as const
      for (const { id: subject_id } of rows)
        await insert(trx, 'subject_schedule', {
          ...{ subject_id, weekday: 6, starts: '10:00', ends: '11:30', room: 'Bilik 1' },
        })
      return rows
    })
    const html = await page(supervisor, to.view(one.id))
    expect(html).toContain('Taken at the same time')
    expect(html).toContain(to.view(other.id))
    expect(await page(clerk, to.view(one.id))).not.toContain('Taken at the same time')
  })
})

test('a time is added and removed without a script, and what was typed stays', async () => {
  const sent = await write((trx) => least(trx, tenant.branch.id))
  const fresh = await page(admin, to.new())
  expect(Object.keys(fieldsOf(fresh))).toContain('schedule[0].weekday')
  const typed = { ...sent, 'schedule[0].weekday': '6', 'schedule[0].starts': '10:00' }
  const more = await admin.post(to.new(), { ...typed, __intent__: intent(fresh, 'insert') })
  expect(more.status).toBe(200)
  const two = await more.text()
  expect(fieldsOf(two)).toMatchObject({ ...typed, 'schedule[1].weekday': '' })
  const fewer = await admin.post(to.new(), { ...fieldsOf(two), __intent__: intent(two, 'remove') })
  const one = fieldsOf(await fewer.text())
  expect(one).toMatchObject({ name: sent.name, 'schedule[0].weekday': '' })
  expect(one).not.toHaveProperty(['schedule[1].weekday'])
})

test('a text in the place of the times is refused with the form as it was', async () => {
  const sent = await write((trx) => least(trx, tenant.branch.id))
  for (const schedule of ['NaN', '[]']) {
    const answer = await admin.post(to.new(), { ...sent, schedule })
    expect(answer.status).toBe(422)
    expect(fieldsOf(await answer.text())).toMatchObject({ code: sent.code, name: sent.name })
  }
})

test('the first button of the form saves, as the Enter key would', async () => {
  const html = await page(admin, to.new())
  const form = /<form method="post"[^>]*class="fields"[\s\S]*?<\/form>/.exec(html)![0]
  expect(/<button[^>]*>/.exec(form)![0]).not.toContain('__intent__')
})

describe('closing', () => {
  test('says how many end, does as it said, and can be undone for the class alone', async () => {
    const { id } = await write(async (trx) => {
      const row = await subject(trx, { branch_id: tenant.branch.id })
      for (let n = 0; n < 2; n++) await enrolment(trx, { subject_id: row.id })
      return row
    })
    const html = await page(supervisor, to.close(id))
    expect(html).toContain('2 enrolments end on that day.')
    const fields = fieldsOf(html)
    expect(fields).toMatchObject({ on: currentDay(), enrolments: '2', version: '1' })
    await write((trx) => enrolment(trx, { subject_id: id }))
    const late = await supervisor.post(to.close(id), fields)
    expect(late.status).toBe(409)
    const again = await late.text()
    expect(again).toContain('3 enrolments end on that day.')
    expect(await supervisor.post(to.close(id), fieldsOf(again))).toRedirectTo(to.view(id))
    const closed = await page(supervisor, to.view(id))
    expect(closed).toContain('3 enrolments ended')
    expect(closed).toContain('No one is enrolled.')
    expect(closed).not.toContain(to.status(id))
    expect(await page(supervisor, to.close(id))).toContain('Only an active subject can be closed.')
    expect(await supervisor.post(to.reopen(id), { version: '2' })).toRedirectTo(to.view(id))
    expect(await page(supervisor, to.view(id))).toMatch(/Enrolled<\/dt><dd>0</)
  })
})

test('pages of what a class belongs to list the classes that the reader sees, with a way to the list', async () => {
  const { id: trainer } = await tenant.actor('trainer')
  const made = await write(async (trx) => {
    const place = await department(trx)
    const whole = await program(trx, { department_id: place.id })
    const part = await module(trx, { program_id: whole.id })
    const both = { program_id: whole.id, module_id: part.id }
    const own = await subject(trx, { ...both, branch_id: farBranch.id })
    const other = await subject(trx, { ...both, branch_id: farBranch.id })
    await insert(trx, 'subject_trainer', { subject_id: own.id, user_id: trainer })
    return { place, whole, part, own, other, teacher: await user(trx) }
  })
  const { place, whole, part, own, other } = made
  const teaching = await web.signedInAs(tenant, 'trainer')
  for (const [path, query] of [
    [paths.program.view(whole.id), `program_id=${whole.id}`],
    [paths.module.view(part.id), `module_id=${part.id}`],
    [paths.department.view(place.id), `department_id=${place.id}`],
    [paths.branch.view(farBranch.id), `branch_id=${farBranch.id}`],
  ] as const) {
    const everything = await page(admin, path)
    for (const { id } of [own, other]) expect(everything, path).toContain(to.view(id))
    expect(everything).toContain(`href="${paths.listed('subject', query)}"`)
    const seen = await page(teaching, path)
    expect(seen, path).toContain(to.view(own.id))
    expect(seen, path).not.toContain(to.view(other.id))
    const list = await page(teaching, paths.listed('subject', query))
    expect(list).toContain(to.view(own.id))
    expect(list).not.toContain(to.view(other.id))
  }
})
