import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { createParent } from '#app/domain/people/parents/change-parent.ts'
import { auditOf, keysIn, newParent } from '#app/domain/people/parents/test-support.ts'
import { createStudent } from '#app/domain/people/students/change-student.ts'
import type { NewStudentInput } from '#app/domain/people/students/student.ts'
import { newStudent } from '#app/domain/people/students/test-support.ts'
import { environment } from '#app/environment.ts'
import { withoutIds } from '#tests/support/access/answers.ts'
import { branch, enrolment, insert, student, subject } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

describe('students', () => {
  let web: App
  let tenant: Tenant
  let family: string
  /** A child of the first branch with everywhere, and one of another. */
  let here: string
  let elsewhere: string
  const secrets = ['170203005678', 'RAHSIA88', 'Asma berat']

  const create = (given: Partial<NewStudentInput> = {}, parent_id = family) =>
    tenant.write(async (trx) =>
      createStudent(
        trx,
        await tenant.actor('admin'),
        everywhere,
        keysIn(tenant),
        parent_id,
        newStudent(tenant, given),
        '2026-03-04',
      ),
    )
  const as = (role: Role) => web.signedInAs(tenant, role)
  const opened = async (role: Role, path: string) => {
    const response = await (await as(role)).get(path)
    return { status: response.status, html: await response.text() }
  }

  beforeAll(async () => {
    web = await app()
    tenant = await freshTenant()
    family = await tenant.write(async (trx) =>
      createParent(
        trx,
        await tenant.actor('admin'),
        everywhere,
        keysIn(tenant),
        newParent({ name: 'Puan Ibu Dekat', phone: '+60135550001', identity_no: '880101005678' }),
      ),
    )
    const far = await tenant.write((trx) => branch(trx, { name: 'Cawangan Jauh' }))
    here = await create({
      ...{ name: 'Anak Dekat', identity_type: 'nric', identity_no: secrets[0], birth_cert_no: secrets[1] },
      ...{ phone: '+60135550009', previous_school: 'SK Lama' },
    })
    elsewhere = await create({ name: 'Anak Jauh', branch_id: far.id })
    await tenant.write(async (trx) => {
      await trx.updateTable('student').set({ health_conditions: secrets[2] }).where('id', '=', here).execute()
      const { id: subject_id } = await subject(trx, { name: 'Matematik Dekat' })
      await enrolment(trx, { student_id: here, subject_id })
      for (const role of ['trainer', 'class-assistant'] as const)
        await insert(trx, 'subject_trainer', { subject_id, user_id: (await tenant.actor(role)).id })
    })
  })

  describe('a student is shown', () => {
    test.each([
      ['superadmin', { health: true, logged: false, parent: true, phone: true, masked: true, edit: true }],
      ['supervisor', { health: true, logged: false, parent: true, phone: true, masked: true, edit: true }],
      ['clerk', { health: false, logged: true, parent: true, phone: true, masked: true, edit: true }],
      ['class-admin', { health: true, logged: false, parent: true, phone: true, masked: true, edit: true }],
      [
        'class-assistant',
        { health: true, logged: false, parent: true, phone: true, masked: false, edit: false },
      ],
      ['trainer', { health: true, logged: false, parent: false, phone: false, masked: false, edit: false }],
    ] as const)('to %s as far as they may know', async (role, told) => {
      const { status, html } = await opened(role, `/student/view/${here}`)
      expect(status).toBe(200)
      const has = {
        health: html.includes(secrets[2]!),
        logged: html.includes('/student/health/show/'),
        parent: html.includes('Puan Ibu Dekat'),
        phone: html.includes('013-555'),
        masked: html.includes('170203-**-**78'),
        edit: html.includes(`/student/edit/${here}`),
      }
      expect(has).toEqual(told)
      for (const secret of [secrets[0]!, secrets[1]!, '880101'])
        expect(withoutIds(html)).not.toContain(secret)
      if (role !== 'superadmin') expect((await opened(role, `/student/view/${elsewhere}`)).status).toBe(404)
    })

    test('to their family, with other parents by name alone', async () => {
      const { parent_id } = await tenant.actor('parent')
      const own = await create({ name: 'Anak Sendiri' }, parent_id!)
      await tenant.write((trx) =>
        insert(trx, 'student_parent', { student_id: own, parent_id: family, relationship: 'mother' }),
      )
      const { html } = await opened('parent', `/student/view/${own}`)
      expect(html).toContain('Puan Ibu Dekat')
      expect(html).not.toContain('013-555')
      const list = (await opened('parent', '/student')).html
      expect(list).toContain('Anak Sendiri')
      expect(list).not.toContain('Anak Dekat')
    })
  })

  describe('health', () => {
    test('is opened by a clerk with a trace, and saved without one of what it is', async () => {
      const clerk = await as('clerk')
      expect(await (await clerk.get(`/student/health/${here}`)).text()).not.toContain(secrets[2])
      const shown = await clerk.post(`/student/health/show/${here}`)
      expect(shown.headers.get('cache-control')).toBe('no-store')
      const html = await shown.text()
      expect(html).toContain(secrets[2])
      const { version } = fieldsOf(html)
      const saved = await clerk.post(`/student/health/${here}`, {
        health_conditions: secrets[2]!,
        allergies: 'Kacang tanah',
        version: version!,
      })
      expect(saved).toRedirectTo(`/student/view/${here}`)
      const entries = await auditOf(tenant, here)
      expect(entries.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['student.health_viewed', 'student.health_edited']),
      )
      expect(JSON.stringify(entries)).not.toMatch(/Kacang|Asma/)
      expect(await (await clerk.get(`/student/health/show/${here}`)).headers.get('location')).toBe(
        `/student/health/${here}`,
      )
    })

    test('leaves no trace of who looks after children, and is changed by none who only teaches', async () => {
      const before = (await auditOf(tenant, here)).length
      expect((await opened('supervisor', `/student/health/${here}`)).html).toContain(secrets[2])
      expect((await auditOf(tenant, here)).length).toBe(before)
      expect((await opened('trainer', `/student/health/${here}`)).status).toBe(403)
    })
  })

  describe('the form of a child', () => {
    const fields = (more: Record<string, string> = {}) => ({
      ...{ name: 'Anak Baharu', born_on: '2018-05-06', gender: 'male', nationality: 'MY' },
      ...{ identity_type: 'birth_cert', branch_id: tenant.branch.id, registered_on: '2026-01-05' },
      ...{ daycare: 'none', relationship: 'mother', ...more },
    })
    const address = () => `/student/new?parent=${family}`

    test('begins with whose child it is, found by name, phone or identity number', async () => {
      const clerk = await as('clerk')
      for (const q of ['ibu dekat', '013-555 0001', '880101-00-5678']) {
        const html = await (await clerk.get(`/student/new?q=${encodeURIComponent(q)}`)).text()
        expect(html, q).toContain(`/student/new?parent=${family}`)
      }
      expect(await (await clerk.get('/student/new?q=zzz')).text()).not.toContain('?parent=')
    })

    test('says what is missing at its field, and gives no identity number back', async () => {
      const clerk = await as('clerk')
      const answer = await clerk.post(address(), fields())
      expect(answer.status).toBe(422)
      expect(await answer.text()).toMatch(/name="birth_cert_no"[^>]*aria-invalid="true"/)
      const html = await (await clerk.get(`/student/edit/${here}`)).text()
      expect(Object.values(fieldsOf(html)).join()).not.toMatch(/170203|RAHSIA/)
      expect(html).toContain('170203-**-**78')
    })

    test('shows the namesake beside what was typed, and goes on with a reason', async () => {
      const clerk = await as('clerk')
      const typed = { ...fields({ birth_cert_no: 'KEMBAR1' }), name: 'anak  DEKAT', born_on: '2017-02-03' }
      const asked = await clerk.post(address(), typed)
      expect(asked.status).toBe(409)
      const html = await asked.text()
      expect(html).toContain('The same child?')
      expect(html).toContain(`href="/student/view/${here}"`)
      expect(html).toMatch(/name="twin_reason"[^>]*aria-invalid="true"/)
      expect(html).toContain('KEMBAR1')
      const saved = await clerk.post(address(), { ...typed, twin_reason: 'Sepupu yang sebaya dengannya' })
      expect(saved).toRedirectTo(/^\/student\/view\//)
      const refused = await clerk.post(address(), { ...typed, twin_reason: 'Sepupu yang sebaya dengannya' })
      expect(refused.status).toBe(409)
      expect(await refused.text()).toContain('A student with similar details already exists')
    })

    test('makes one child however often it is sent', async () => {
      const clerk = await as('clerk')
      const { form_key } = fieldsOf(await (await clerk.get(address())).text())
      const sent = fields({ birth_cert_no: 'SEKALI1', name: 'Anak Sekali', form_key: form_key! })
      const answers = await Promise.all([clerk.post(address(), sent), clerk.post(address(), sent)])
      expect(new Set(answers.map((one) => one.headers.get('location'))).size).toBe(1)
    })

    test('refuses a stale version with what is there now', async () => {
      const clerk = await as('clerk')
      const id = await create({ name: 'Anak Lama' })
      const open = fieldsOf(await (await clerk.get(`/student/edit/${id}`)).text())
      const sent = { ...fields(), ...open, gender: 'male', nationality: 'MY', branch_id: tenant.branch.id }
      expect(await clerk.post(`/student/edit/${id}`, { ...sent, name: 'Anak Kini' })).toRedirectTo(/view/)
      const late = await clerk.post(`/student/edit/${id}`, { ...sent, name: 'Anak Lewat' })
      expect(late.status).toBe(409)
      const html = await late.text()
      expect(html).toContain('Anak Kini')
      expect(html).toContain('value="Anak Lewat"')
    })
  })

  test('who belongs to the family of an unconfirmed name is told that a colleague must confirm it', async () => {
    const [clerk, { id: clerk_id }] = [await as('clerk'), await tenant.actor('clerk')]
    const textOf = async (browser: Browser, path: string) => (await browser.get(path)).text()
    const child = await tenant.write(async (trx) => {
      const row = await student(trx, { name_confirmed: false, branch_id: tenant.branch.id })
      await trx
        .updateTable('parent')
        .set({ user_id: clerk_id, name_confirmed: false })
        .where('id', '=', row.payer!.id)
        .execute()
      return row
    })
    const said = 'This concerns your own family, so a colleague must check and confirm it.'
    const pages = ['student', 'parent'].flatMap((noun) =>
      ['view', 'edit'].map((verb) => `/${noun}/${verb}/${noun === 'student' ? child.id : child.payer!.id}`),
    )
    for (const path of pages) {
      expect([path, await textOf(clerk, path)]).toEqual([path, expect.stringContaining(said)])
      expect([path, await textOf(await as('admin'), path)]).toEqual([path, expect.not.stringContaining(said)])
    }
  })

  test('a second parent is found or registered, and joins with the next save', async () => {
    const clerk = await as('clerk')
    const id = await create({ name: 'Anak Berdua' })
    const found = await (await clerk.get(`/student/parent/${id}?find=`)).text()
    expect(found).toContain(`/parent/new?child=${id}`)
    const { form_key } = fieldsOf(await (await clerk.get(`/parent/new?child=${id}`)).text())
    const { identity_type, relationship, preferred_locale, preferred_channel } = newParent()
    const made = await clerk.post(`/parent/new?child=${id}`, {
      ...{ name: 'Encik Bapa', phone: '013-555 0022', form_key: form_key! },
      ...{ identity_type, relationship, preferred_locale, preferred_channel },
    })
    const to = made.headers.get('location')!
    expect(to).toMatch(new RegExp(`^/student/parent/${id}\\?add=`))
    const html = await (await clerk.get(to)).text()
    const added = to.split('add=')[1]!
    const { 'parents[0].remove': _, 'parents[1].remove': __, ...fields } = fieldsOf(html)
    expect(fields['parents[1].parent_id']).toBe(added)
    const saved = await clerk.post(`/student/parent/${id}`, {
      ...fields,
      ...{ 'parents[0].relationship': 'mother', 'parents[1].relationship': 'father' },
      ...{ primary_id: added, payer_id: family },
    })
    expect(saved).toRedirectTo(`/student/view/${id}`)
    const page = await (await clerk.get(`/student/view/${id}`)).text()
    expect(page).toMatch(/Father · Main contact/)
    expect(page).toMatch(/Mother · Pays/)
    expect(page).toContain('Anak Dekat')
  })

  test('who was removed is found among the removed alone, and brought back', async () => {
    const admin = await as('admin')
    const id = await create({ name: 'Anak Dibuang' })
    expect(await admin.post(`/student/remove/${id}`, { version: '1' })).toRedirectTo('/student')
    expect((await admin.get(`/student/view/${id}`)).status).toBe(404)
    const removed = await (await admin.get('/student/removed')).text()
    expect(removed).toContain('Anak Dibuang')
    expect(await admin.post(`/student/restore/${id}`, { version: '2' })).toRedirectTo(`/student/view/${id}`)
    expect((await opened('clerk', '/student/removed')).status).toBe(403)
  })

  test('students go to paper and files with their filters, without numbers or health', async () => {
    const clerk = await as('clerk')
    const paper = await (await clerk.get('/student/print?q=anak+dekat')).text()
    expect(paper).toContain('Anak Dekat')
    expect(paper).not.toContain('Anak Jauh')
    const csv = await (await clerk.get('/student/export/csv?q=anak+dekat')).text()
    expect(csv).toContain('Puan Ibu Dekat')
    for (const secret of [...secrets, '170203-']) expect(csv + paper).not.toContain(secret)
    expect((await opened('trainer', '/student/print')).status).toBe(403)
  })

  test('no number and no word of health is in the log of requests', () => {
    expect(JSON.stringify(web.log)).not.toMatch(/170203|880101|RAHSIA|Asma/)
  })
})

describe('photos', () => {
  let web: App
  let tenant: Tenant
  let photo: Buffer
  let near: string
  let far: string

  beforeAll(async () => {
    web = await app()
    tenant = await freshTenant()
    photo = await sharp({ create: { width: 640, height: 900, channels: 3, background: '#26a' } })
      .jpeg()
      .toBuffer()
    ;[near, far] = await tenant.write(async (trx) => {
      const other = await branch(trx)
      return [
        (await student(trx, { branch_id: tenant.branch.id })).id,
        (await student(trx, { branch_id: other.id })).id,
      ] as const
    })
  })

  const send = (browser: Browser, id: string, bytes: Uint8Array | string = photo) => {
    const form = new FormData()
    form.set('picture', new File([bytes as BlobPart], 'photo.jpg', { type: 'image/jpeg' }))
    return browser.post(`/student/photo/${id}`, form)
  }
  const shown = async (browser: Browser, id: string) =>
    /<img class="portrait large"[^>]*src="([^"]+)"/
      .exec(await (await browser.get(`/student/view/${id}`)).text())?.[1]
      ?.replaceAll('&amp;', '&')
  const files = () =>
    readdir(join(environment.dataDir, 'files', tenant.place.schema), {
      recursive: true,
      withFileTypes: true,
    }).then(
      (entries) => entries.filter((entry) => entry.isFile()).length,
      () => 0,
    )

  test('a photo is kept as a small square, seen by who may look at the student, replaced and removed', async () => {
    const clerk = await web.signedInAs(tenant, 'clerk')
    expect(await send(clerk, near)).toRedirectTo(`/student/view/${near}`)
    const address = (await shown(clerk, near))!
    const picture = await clerk.get(address)
    expect(picture.headers.get('content-type')).toBe('image/webp')
    const bytes = Buffer.from(await picture.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 256, height: 256 })
    for (const role of ['parent', 'trainer'] as const)
      expect((await (await web.signedInAs(tenant, role)).get(address)).status, role).toBe(404)
    const other = await freshTenant()
    expect((await (await web.signedInAs(other, 'admin')).get(address)).status).toBe(404)
    expect(await web.visitor(tenant).get(address)).toRedirectTo(/^\/login/)
    expect(await send(clerk, near)).toRedirectTo(`/student/view/${near}`)
    expect(await shown(clerk, near)).not.toBe(address)
    expect(await files()).toBe(1)
    expect(await clerk.post(`/student/photo/remove/${near}`)).toRedirectTo(`/student/view/${near}`)
    expect(await shown(clerk, near)).toBeUndefined()
    expect(await files()).toBe(0)
    const log = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select('action')
        .where('object_id', '=', near)
        .where('action', 'like', 'student.photo%')
        .orderBy('position')
        .execute(),
    )
    expect(log.map(({ action }) => action)).toEqual([
      'student.photo_set',
      'student.photo_set',
      'student.photo_removed',
    ])
  })

  test('of a student beyond the reach of who sends it nothing is kept, nor of what is no picture', async () => {
    const clerk = await web.signedInAs(tenant, 'clerk')
    expect((await send(clerk, far)).status).toBe(404)
    expect((await clerk.post(`/student/photo/remove/${far}`)).status).toBe(404)
    const refused = await send(clerk, near, '<script>alert(1)</script>')
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('JPEG, PNG or WebP'),
    ])
    expect((await send(clerk, near, Buffer.alloc(20_000_000))).status).toBe(413)
    expect((await send(await web.signedInAs(tenant, 'trainer'), near)).status).toBe(403)
    expect(await files()).toBe(0)
  })
})
