import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { requestLeave } from '#app/domain/classes/leave/change-leave.ts'
import { taughtSession } from '#app/domain/classes/marking/test-support.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import type { KeptFile } from '#app/domain/core/documents/insert-stored-file.ts'
import { insert } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { attribute } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'
import { stylesheet } from '#tests/support/pages/stylesheet.ts'

/** First flight of a connection: ten segments of 1,460 bytes (RFC 6928). */
const firstFlight = 14_600
const scriptPath = 'app/scripts/marks-on-phone.js'

let web: App
let tenant: Tenant
let trainer: Browser
let helper: Browser
let office: Browser
const today = currentDay()
beforeAll(async () => {
  ;[web, tenant] = [await app(), await freshTenant()]
  trainer = await web.signedInAs(tenant, 'trainer')
  helper = await web.signedInAs(tenant, 'class-assistant')
  office = await web.signedInAs(tenant, 'class-admin')
})

/** A session of a class of the trainer, with the class assistant to help. */
const made = async (given: Parameters<typeof taughtSession>[1] = {}) => {
  const [{ id: trainer_id }, { id: helper_id }] = [
    await tenant.actor('trainer'),
    await tenant.actor('class-assistant'),
  ]
  return tenant.write(async (trx) => {
    const row = await taughtSession(trx, { trainer: trainer_id, ...given })
    await insert(trx, 'subject_trainer', {
      ...{ subject_id: row.subject_id, user_id: helper_id, duty: 'assistant' },
    })
    await trx
      .updateTable('class_session')
      .set({ branch_id: tenant.branch.id })
      .where('id', '=', row.id)
      .execute()
    return row
  })
}

/** The fields of the marking form as a browser sends them, and the button that is pressed. */
const formOf = async (browser: Browser, id: string, act = 'save') => {
  const html = await (await browser.get(`/attendance/mark/${id}`)).text()
  const form = /<form[^>]*id="marking"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
  const fields: Record<string, string> = { act }
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const [name, type] = [attribute(tag, 'name'), attribute(tag, 'type')]
    if (name && (type !== 'radio' || /\schecked/.test(tag))) fields[name] = attribute(tag, 'value') ?? ''
  }
  return { html, fields }
}
const marksOf = (id: string) =>
  tenant.read((db) =>
    db.selectFrom('attendance_mark').select(['student_id', 'mark']).where('session_id', '=', id).execute(),
  )

test('a trainer marks a class by its form alone and confirms it', async () => {
  const { id, students } = await made({ students: 3 })
  const { html, fields } = await formOf(trainer, id, 'confirm')
  expect(html).not.toMatch(/RM\s?\d/)
  expect(fields['marks[0].mark']).toBe('present')
  const answer = await trainer.post(`/attendance/mark/${id}`, {
    ...fields,
    ...{ 'marks[1].mark': 'late', 'marks[1].late_minutes': '10', 'marks[2].mark': 'absent' },
  })
  expect(answer).toRedirectTo(`/attendance/mark/${id}`)
  const page = await (await trainer.get(`/attendance/mark/${id}`)).text()
  expect(page).toContain('Confirmed: 1 present, 1 late, 1 absent, 0 excused.')
  expect(page).not.toContain('Re-open')
  expect(await marksOf(id)).toHaveLength(students.length)
  expect(await (await office.get(`/attendance/mark/${id}`)).text()).toContain('Re-open')
})

test('leave is shown at its student, with its paper where there is one', async () => {
  const { id, students } = await made({ students: 2 })
  const clerk = await tenant.actor('clerk')
  const paper = { storage_key: 'ab/mc.pdf', name: 'mc.pdf', content_type: 'application/pdf' }
  const asked = (student_id: string, kept: KeptFile | null) =>
    tenant.write((trx) =>
      requestLeave(
        ...([trx, clerk, everywhere, student_id] as const),
        ...([{ starts_on: today, ends_on: today, reason: 'Demam panas' }, kept, today] as const),
      ),
    )
  const { id: leave } = await asked(students[0]!, { ...paper, bytes: Buffer.from('%PDF') })
  await asked(students[1]!, null)
  const { html, fields } = await formOf(trainer, id)
  expect(html.match(/Demam panas/g)).toHaveLength(2)
  expect(html.match(/href="\/leave\/file\/[\w-]+"/g)).toEqual([`href="/leave/file/${leave}"`])
  expect(fields['marks[0].mark']).toBe('excused')
})

test('what is wrong comes back at its student, with all that was chosen', async () => {
  const { id } = await made({ students: 2 })
  const { fields } = await formOf(trainer, id)
  const answer = await trainer.post(`/attendance/mark/${id}`, {
    ...fields,
    ...{ 'marks[1].mark': 'late', 'marks[1].late_minutes': '999' },
  })
  expect(answer.status).toBe(422)
  const page = await answer.text()
  expect(page).toContain('value="999"')
  expect(page).toContain('Murid 02 bin Contoh: ')
})

describe('reach', () => {
  test('a session of another class is not found, by address or by code', async () => {
    const other = await tenant.write((trx) => taughtSession(trx, { students: 1 }))
    expect((await trainer.get(`/attendance/mark/${other.id}`)).status).toBe(404)
    const page = await (await trainer.get(`/attendance/register?code=${other.code}`)).text()
    expect(page).toContain('No session with this code')
  })

  test('a class assistant has seven days, the office thirty-one', async () => {
    const old = await made({ students: 1, held_on: addDays(today, -8) })
    const { html, fields } = await formOf(helper, old.id)
    expect(html).toContain('Ask the office to change it')
    const post = (browser: Browser) =>
      browser.post(`/attendance/mark/${old.id}`, {
        ...{ ...fields, shown_at: '1', version: '1' },
        ...{ 'marks[0].student_id': old.students[0]!, 'marks[0].mark': 'absent' },
      })
    expect((await post(helper)).status).toBe(422)
    expect(await post(office)).toRedirectTo(`/attendance/mark/${old.id}`)
  })

  test('a parent and a clerk mark nothing', async () => {
    const { id } = await made({ students: 1 })
    for (const role of ['parent', 'clerk'] as const) {
      const browser = await web.signedInAs(tenant, role)
      expect((await browser.get(`/attendance/mark/${id}`)).status, role).toBe(403)
    }
  })
})

describe('the script of the page', () => {
  test('is there alone, and the policy lets it in by name', async () => {
    const { id } = await made({ students: 1 })
    const answer = await trainer.get(`/attendance/mark/${id}`)
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self'; connect-src 'self'")
    const scripts = (await answer.text()).match(/<script[^>]*>/g)
    expect(scripts).toHaveLength(1)
    expect(scripts![0]).toMatch(/src="\/assets\/marks-on-phone-[\w-]+\.js"/)
    const quick = await trainer.get(`/attendance/register/${id}`)
    expect(quick.headers.get('content-security-policy')).toContain("script-src 'none'")
    expect(await quick.text()).not.toContain('<script')
  })

  test('weighs at most 6 kB', () => {
    expect(readFileSync(scriptPath).length).toBeLessThanOrEqual(6_144)
  })

  test('fits the first flight with all that the page of thirty students needs', async () => {
    const { id, students } = await made({ students: 30 })
    // Each with a long name of its own.
    await tenant.write((trx) =>
      trx
        .updateTable('student')
        .set({
          name: sql<string>`'Muhammad Danish Haziq ' || substr(md5(id::text),1,6) || ' bin Abdul Rahman Shah'`,
        })
        .where('id', 'in', students)
        .execute(),
    )
    const html = await (await trainer.get(`/attendance/mark/${id}`)).text()
    const packed = (text: string) => gzipSync(text).length
    const weight = packed(html) + packed(readFileSync(scriptPath, 'utf8')) + packed(await stylesheet('lunas'))
    expect(weight).toBeLessThanOrEqual(firstFlight)
  })

  test('sends marks that are stored once, and what came too late is said', async () => {
    const { id, students } = await made({ students: 1 })
    const mark = { id: randomUUID(), student_id: students[0]!, mark: 'absent', at: 5_000 }
    const send = async (marks: object[]) => {
      const answer = await trainer.post(`/attendance/mark/phone/${id}`, {
        batch: JSON.stringify({ now: 65_000, marks }),
      })
      return answer.json()
    }
    expect(await send([mark])).toMatchObject({ stored: [mark.id], before: 1, version: 2, look: false })
    expect(await send([mark])).toMatchObject({ stored: [mark.id], before: 2, version: 2 })
    const [stored] = await tenant.read((db) =>
      db.selectFrom('attendance_entry').select('marked_at').where('session_id', '=', id).execute(),
    )
    expect(Date.now() - stored!.marked_at.getTime()).toBeGreaterThan(59_000)
    await trainer.post(`/attendance/mark/${id}`, (await formOf(trainer, id, 'confirm')).fields)
    const late = { ...mark, id: randomUUID(), mark: 'present', at: 64_000 }
    expect(await send([late])).toMatchObject({ stored: [late.id], look: true })
    expect(await (await office.get(`/attendance/mark/${id}`)).text()).toContain(
      'Arrived after the session was confirmed.',
    )
  })

  test('hears that somebody is signed out, and that a batch is none', async () => {
    const { id } = await made({ students: 1 })
    const batch = { batch: 'none' }
    expect((await web.visitor(tenant).post(`/attendance/mark/phone/${id}`, batch)).status).toBe(302)
    expect((await trainer.post(`/attendance/mark/phone/${id}`, batch)).status).toBe(422)
  })
})

describe('a printed register', () => {
  test('has the code that opens its session for quick entry', async () => {
    const { id, code } = await made({ students: 2 })
    const paper = await (await trainer.get(`/attendance/register/print/${id}`)).text()
    expect(paper).toContain(`${code.slice(0, 5)}-`)
    expect(await trainer.get(`/attendance/register?code=${code.toLowerCase()}`)).toRedirectTo(
      `/attendance/register/${id}`,
    )
  })

  test('is entered by exceptions over letters', async () => {
    const { id, students } = await made({ students: 3 })
    const page = await (await trainer.get(`/attendance/register/${id}`)).text()
    const [shown_at, version] = ['shown_at', 'version'].map(
      (name) => new RegExp(`name="${name}" value="(\\d+)"`).exec(page)![1]!,
    )
    const letters = Object.fromEntries(
      students.flatMap((student, n) => [
        [`letters[${n}].student_id`, student],
        [`letters[${n}].letter`, n === 0 ? 'E' : 'P'],
      ]),
    )
    const post = (compact: string) =>
      trainer.post(`/attendance/register/${id}`, {
        ...letters,
        ...{ shown_at: shown_at!, version: version!, act: 'save', compact },
      })
    expect(await (await post('gone: 3')).text()).toContain('We couldn’t read “gone: 3”')
    expect(await (await post('absent: 9')).text()).toContain('The register has no number 9.')
    expect(await post('absent: 3')).toRedirectTo(`/attendance/mark/${id}`)
    const marks = new Map((await marksOf(id)).map(({ student_id, mark }) => [student_id, mark]))
    expect(students.map((student) => marks.get(student))).toEqual(['excused', 'present', 'absent'])
  })

  test('of a month has every session of the class', async () => {
    const { subject_id, code } = await made({ students: 1 })
    const paper = await (await trainer.get(`/attendance/register/month/${subject_id}`)).text()
    expect(paper).toContain(`${code.slice(0, 5)}-`)
    const empty = await trainer.get(`/attendance/register/month/${subject_id}?month=2020-01`)
    expect(await empty.text()).toContain('No sessions of this class in Jan 2020')
  })
})

test('Home of who teaches has the sessions of today, with the next one to mark', async () => {
  const { id } = await made({ students: 1, starts: '23:00', ends: '23:59' })
  const home = await (await trainer.get('/dashboard')).text()
  expect(home).toContain('Today’s sessions')
  expect(home).toContain(`/attendance/mark/${id}`)
  // Who looks after classes sees what is held today, and is not asked to mark it.
  expect(await (await office.get('/dashboard')).text()).not.toContain(`/attendance/mark/${id}`)
})
