import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  appliedChild,
  newApplication,
  said,
  submit,
  today,
  visitor,
  wishes,
} from '#app/domain/enrolment/applications/test-support.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { newId, newPublicCode } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import {
  branch,
  category,
  enrolment,
  program,
  subject,
  subjectFee,
} from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { noAnswers, withChild, withParent } from './draft.ts'
import {
  codeToMail,
  countDraftUse,
  draftOfCode,
  findDraft,
  mailDraftLink,
  markPhoneProven,
  markSubmitted,
  saveDraft,
} from './drafts.ts'
import { changeRegistrationForm, registrationForm } from './form-setting.ts'
import { misfit, offeredBranches, offeredSubjects, subjectsById } from './offered.ts'
import { addFile, filesOf, removeOldDrafts } from './papers.ts'
import { countSubmission, submitRegistration } from './submit.ts'

describe('a draft', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  const mother = {
    name: 'Siti Aminah',
    relationship: 'mother',
    phone: '0123456789',
    identity_no: '850101005678',
  }
  const child = { name: 'Aqil', born_on: '2018-02-03', gender: 'male', birth_cert_no: 'AB12345' }
  const saving = (
    code: string | undefined,
    version: number,
    typed: Record<string, string> = mother,
    user_id: string | null = null,
  ) =>
    tenant.write((trx) =>
      saveDraft(
        trx,
        keysIn(tenant),
        { seeker: { code, user_id }, form: 'default', locale: 'my' },
        { part: 'parent.1', version, change: (answers) => withParent(answers, 1, typed) },
      ),
    )
  const found = (code: string | undefined, user_id: string | null = null) =>
    tenant.read((db) => findDraft(db, keysIn(tenant), { code, user_id }))
  const begun = async () => {
    const { draft, code } = await saving(undefined, 0)
    return { draft, code: code! }
  }

  describe('a draft', () => {
    test('is found by its code, which is kept nowhere, and so is nothing that was typed', async () => {
      const { draft, code } = await begun()
      expect((await found(code))?.draft.answers.parents).toEqual([mother])
      const row = await tenant.read((db) =>
        db.selectFrom('registration_draft').selectAll().where('id', '=', draft.id).executeTakeFirstOrThrow(),
      )
      for (const secret of [code, 'Siti', '850101', '0123456789'])
        expect(JSON.stringify(row)).not.toContain(secret)
      expect(row.code_hash.toString()).not.toContain(code)
      expect(await found(newPublicCode())).toBeUndefined()
      expect(await tenant.read((db) => draftOfCode(db, code))).toEqual({ id: draft.id })
    })

    test('of another organisation is nobody’s here', async () => {
      const other = await freshTenant()
      const { code } = await begun()
      const there = await other.read((db) => findDraft(db, keysIn(other), { code, user_id: null }))
      expect(there).toBeUndefined()
    })

    test('is not overwritten by a window that has seen less of the same part, and is by one of another part', async () => {
      const { code } = await begun()
      await saving(code, 1, { ...mother, name: 'Siti Binti Ali' })
      await expect(saving(code, 1, { ...mother, name: 'Aminah' }).catch(said)).toRefuse('register.changed')
      expect((await found(code))?.draft.answers.parents[0]?.name).toBe('Siti Binti Ali')
      await tenant.write((trx) =>
        saveDraft(
          trx,
          keysIn(tenant),
          { seeker: { code, user_id: null }, form: 'default', locale: 'my' },
          {
            ...{ part: 'student.1', version: 1 },
            change: (answers) =>
              withChild(answers, { place: 1, student_id: null, typed: child, subjects: [] }),
          },
        ),
      )
      expect((await found(code))?.draft.answers.students).toHaveLength(1)
    })

    test('that says the same again is not changed', async () => {
      const { code } = await begun()
      expect((await saving(code, 0)).draft.version).toBe(1)
    })

    test('of a signed-in parent is found on every device, and shown to nobody else who has its code', async () => {
      const { id } = await tenant.actor('parent')
      const { code } = await saving(undefined, 0, mother, id)
      expect((await found(undefined, id))?.draft.answers.parents).toEqual([mother])
      expect(await found(code)).toMatchObject({ foreign: true, draft: { answers: noAnswers } })
      await expect(saving(code, 1).catch(said)).toRefuse('not_found.draft')
    })

    test('that was handed in is not what its account goes on with', async () => {
      const { id } = await tenant.actor('clerk')
      const { draft } = await saving(undefined, 0, mother, id)
      expect((await found(undefined, id))?.draft.id).toBe(draft.id)
      const { id: subject_id } = await tenant.write((trx) => subject(trx))
      const students = [{ ...appliedChild(), subjects: wishes(subject_id) }]
      const application = await submit(tenant, newApplication({ students }))
      await tenant.write((trx) => markSubmitted(trx, draft, application.id))
      expect(await found(undefined, id)).toBeUndefined()
    })

    test('is over after its days, and goes with its files', async () => {
      const { draft, code } = await begun()
      const { draft: young } = await begun()
      const { days } = await tenant.read((db) =>
        db
          .selectFrom('registration_draft')
          .select(sql<number>`extract(epoch from expires_at - created_at) / 86400`.as('days'))
          .where('id', '=', young.id)
          .executeTakeFirstOrThrow(),
      )
      expect(Number(days)).toBe(14)
      const file = { storage_key: 'ab/cd.pdf', name: 'sijil.pdf', content_type: 'application/pdf' }
      const paper = { kind: 'birth_certificate', question: null, place: 1 } as const
      await tenant.write((trx) => addFile(trx, draft, paper, { ...file, bytes: Buffer.from('x') }))
      await tenant.write((trx) =>
        trx
          .updateTable('registration_draft')
          .set({ expires_at: sql<Date>`now()` })
          .where('id', '=', draft.id)
          .execute(),
      )
      expect(await found(code)).toBeUndefined()
      const gone = await tenant.write((trx) => removeOldDrafts(trx, 10))
      expect(gone).toEqual({ removed: 1, keys: ['ab/cd.pdf'] })
      expect(await tenant.read((db) => filesOf(db, draft.id))).toEqual([])
      const left = await tenant.read((db) => db.selectFrom('registration_draft').select('id').execute())
      expect(left.map(({ id }) => id)).toContain(young.id)
    })

    test('a further file for the same takes the place of the one before', async () => {
      const { draft } = await begun()
      const add = (storage_key: string) =>
        tenant.write((trx) =>
          addFile(
            trx,
            draft,
            { kind: 'photo', question: null, place: 2 },
            { storage_key, name: 'foto.jpg', content_type: 'image/jpeg', bytes: Buffer.from(storage_key) },
          ),
        )
      expect(await add('a/1.jpg')).toBeUndefined()
      expect(await add('a/2.jpg')).toBe('a/1.jpg')
      expect(await tenant.read((db) => filesOf(db, draft.id))).toHaveLength(1)
    })

    test('two files for the same at one moment leave one', async () => {
      const { draft } = await begun()
      const photo = { kind: 'photo', question: null, place: 2 } as const
      const kept = await Promise.all(
        Array.from({ length: 5 }, (_, n) =>
          tenant.write((trx) =>
            addFile(trx, draft, photo, {
              ...{ storage_key: `r/${n}.jpg`, name: 'foto.jpg', content_type: 'image/jpeg' },
              bytes: Buffer.from(`${n}`),
            }),
          ),
        ),
      )
      expect(await tenant.read((db) => filesOf(db, draft.id))).toHaveLength(1)
      expect(kept.filter((key) => key === undefined)).toHaveLength(1)
    })

    test('may be begun so often from one network', async () => {
      const own = await freshTenant()
      for (let times = 0; times < 40; times++) await countDraftUse(own.write, '192.0.2.9', true)
      await expect(countDraftUse(own.write, '192.0.2.9', true)).toRefuse('too_many_requests')
      await countDraftUse(own.write, '192.0.2.10', true)
    })

    test('has its link mailed with the code sealed, three times an hour', async () => {
      const { draft, code } = await begun()
      const mail = () =>
        mailDraftLink(tenant.write, keysIn(tenant), {
          ...{ draft, code, address: 'siti@family.test', ip: '192.0.2.1', locale: 'my' },
        })
      for (let times = 0; times < 3; times++) await mail()
      await expect(mail()).toRefuse('too_many_requests')
      const { rows } = await withPlatform(tenant.database.pool, (trx) =>
        sql<{ payload: { draft_id: string; code_sealed: string } }>`select payload from platform.outbox
        where name = 'registration_draft.send' and payload ->> 'draft_id' = ${draft.id} limit 1`.execute(trx),
      )
      expect(JSON.stringify(rows)).not.toContain(code)
      const opened = await tenant.write((trx) => codeToMail(trx, keysIn(tenant), rows[0]!.payload))
      expect(opened?.code).toBe(code)
    })
  })

  describe('classes that are offered', () => {
    test('are those that run, are open and in programs for the public; full ones say so', async () => {
      const own = await freshTenant()
      const shown = await own.write(async (trx) => {
        const hidden = await program(trx, { public_registration: false })
        await subject(trx, { program_id: hidden.id })
        await subject(trx, { registration_open: false })
        await subject(trx, { status: 'inactive' })
        await subject(trx, { ends_on: '2026-01-31' })
        return {
          free: await subject(trx, { name: 'Matematik' }),
          over: await subject(trx, { name: 'Sains', capacity: 1, waitlist: true }),
        }
      })
      await own.write((trx) =>
        subjectFee(trx, { subject_id: shown.free.id, amount_sen: 12_000, starts_on: '2026-01-01' }),
      )
      await own.write(async (trx) => {
        const full = await subject(trx, { name: 'Seni', capacity: 1 })
        for (const { id } of [full, shown.over])
          await enrolment(trx, { subject_id: id, starts_on: '2026-01-01' })
      })
      const search = { q: '', program_id: '', page: 1 }
      const offered = await own.read((db) => offeredSubjects(db, today, search, 'en'))
      expect(offered.rows.map(({ name, seats }) => [name, seats]).toSorted()).toEqual([
        ['Matematik', 'open'],
        ['Sains', 'waiting'],
        ['Seni', 'full'],
      ])
      expect(offered.rows.find(({ name }) => name === 'Matematik')?.fees).toMatchObject([{ sen: 12_000 }])
      const sought = await own.read((db) => offeredSubjects(db, today, { ...search, q: 'mate' }, 'en'))
      expect(sought.rows.map(({ name }) => name)).toEqual(['Matematik'])
      const known = await own.read((db) => subjectsById(db, today, [shown.over.id, newId()]))
      expect(known.size).toBe(1)
    })
  })

  test('the list has what fits by the same rule as each class', async () => {
    const own = await freshTenant()
    const { id: category_id } = await own.write((trx) => category(trx, { min_age: 8, max_age: 8 }))
    await own.write(async (trx) => {
      await subject(trx, { name: 'own', min_age: 8, max_age: 9, category_id })
      await subject(trx, { name: 'category', category_id })
      await subject(trx, { name: 'from', min_age: 9 })
      await subject(trx, { name: 'to', max_age: 7 })
      await subject(trx, { name: 'next year', starts_on: '2027-01-04', min_age: 9, max_age: 9 })
      await subject(trx, { name: 'all' })
    })
    const all = { q: '', program_id: '', page: 1 }
    const every = await own.read((db) => offeredSubjects(db, today, all, 'en'))
    for (const born_on of ['2017-12-31', '2018-01-01', '2018-12-31', '2019-01-01']) {
      const seeking = { born_on, branch_id: undefined }
      const listed = await own.read((db) => offeredSubjects(db, today, { ...all, seeking }, 'en'))
      const fitting = every.rows.filter((row) => !misfit(row, seeking, today))
      expect(listed.rows.map(({ name }) => name).toSorted()).toEqual(
        fitting.map(({ name }) => name).toSorted(),
      )
      expect(listed.count).toBe(fitting.length)
    }
    const eight = { born_on: '2018-06-01', branch_id: undefined }
    const { rows } = await own.read((db) => offeredSubjects(db, today, { ...all, seeking: eight }, 'en'))
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['all', 'category', 'next year', 'own'])
  })

  test('a class with one own limit has no other one, and the limits of a category go with it', async () => {
    const own = await freshTenant()
    const seeking = { born_on: '2018-06-01', branch_id: undefined }
    const all = { q: '', program_id: '', page: 1, seeking }
    await own.write(async (trx) => {
      const young = await category(trx, { min_age: 3, max_age: 4 })
      const gone = await category(trx, { min_age: 3, max_age: 4, deleted_at: new Date() })
      await subject(trx, { name: 'only from', min_age: 7, category_id: young.id })
      await subject(trx, { name: 'only to', max_age: 9, category_id: young.id })
      await subject(trx, { name: 'of a removed category', category_id: gone.id })
      await subject(trx, { name: 'of a category', category_id: young.id })
    })
    const { rows } = await own.read((db) => offeredSubjects(db, today, all, 'en'))
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['of a removed category', 'only from', 'only to'])
  })

  test('only a branch with a class on offer is one to choose', async () => {
    const own = await freshTenant()
    const near = await own.write(async (trx) => {
      const [far, closed] = [await branch(trx), await branch(trx)]
      await subject(trx, { branch_id: closed.id, registration_open: false })
      await subject(trx, { branch_id: far.id, ends_on: '2026-03-03' })
      return subject(trx)
    })
    const branches = await own.read((db) => offeredBranches(db, today))
    expect(branches.map(({ id }) => id)).toEqual([near.branch_id])
  })

  describe('handing in', () => {
    const draftWith = async (subject_id: string, brother?: typeof child) => {
      const { code } = await begun()
      const [first, second] = [child, brother].map((typed) => typed && { typed, subjects: [subject_id] })
      await tenant.write((trx) =>
        saveDraft(
          trx,
          keysIn(tenant),
          { seeker: { code, user_id: null }, form: 'default', locale: 'my' },
          {
            ...{ part: 'student.1', version: 1 },
            change(answers) {
              const one = withChild(answers, { place: 1, student_id: null, ...first! })
              return second ? withChild(one, { place: 2, student_id: null, ...second }) : one
            },
          },
        ),
      )
      return (await found(code))!.draft
    }
    const hand = async (
      draft: Awaited<ReturnType<typeof draftWith>>,
      proof: 'demanded' | 'given' | 'none',
      staff = false,
    ) => {
      const { form } = await tenant.read(registrationForm)
      return tenant
        .write((trx) =>
          submitRegistration(trx, visitor, keysIn(tenant), {
            form,
            draft,
            staff,
            locale: 'my',
            today,
            proof,
            yesNo: { yes: { my: 'Ya' }, no: { my: 'Tidak' } },
          }),
        )
        .catch(said)
    }

    test('needs every paper, the phone, and happens once', async () => {
      const { id } = await tenant.write((trx) => subject(trx))
      const draft = await draftWith(id)
      await expect(hand(draft, 'given')).toRefuse('register.incomplete')
      await tenant.write((trx) =>
        addFile(
          trx,
          draft,
          { kind: 'birth_certificate', question: null, place: 1 },
          { storage_key: 'b/1.pdf', name: 'a.pdf', content_type: 'application/pdf', bytes: Buffer.from('x') },
        ),
      )
      await expect(hand(draft, 'demanded')).toRefuse('register.phone_first')
      await tenant.write((trx) => markPhoneProven(trx, draft.id, '+60123456789'))
      const { number, id: application_id } = await hand(draft, 'given')
      expect(number).toMatch(/^APP-26-/)
      const kept = await tenant.read((db) =>
        db
          .selectFrom('application_document')
          .select(['kind', 'application_student_id'])
          .where('application_id', '=', application_id)
          .execute(),
      )
      expect(kept).toEqual([{ kind: 'birth_certificate', application_student_id: expect.any(String) }])
      await expect(hand(draft, 'given')).toRefuse('register.incomplete')
      expect(await tenant.read((db) => filesOf(db, draft.id))).toEqual([])
    })

    test('needs the paper of each child, not the same one twice', async () => {
      const { id } = await tenant.write((trx) => subject(trx))
      const draft = await draftWith(id, { ...child, name: 'Adam', birth_cert_no: 'AB54321' })
      const certificate = (place: number) => ({ kind: 'birth_certificate', question: null, place }) as const
      const file = { name: 'a.pdf', content_type: 'application/pdf', bytes: Buffer.from('x') }
      const add = (place: number) =>
        tenant.write((trx) => addFile(trx, draft, certificate(place), { storage_key: `b/${place}`, ...file }))
      await add(1)
      await expect(hand(draft, 'given')).toRefuse('register.incomplete')
      await add(2)
      expect((await hand(draft, 'given')).statuses).toHaveLength(2)
    })

    test.each([
      ['for another age', { min_age: 9 }, undefined],
      ['of another branch than the chosen one', {}, newId()],
    ])('takes no class %s from a family, and any from the office', async (_, ages, branch_id) => {
      const { id } = await tenant.write((trx) => subject(trx, ages))
      const drafted = await draftWith(id)
      const certificate = { kind: 'birth_certificate', question: null, place: 1 } as const
      const file = { name: 'a.pdf', content_type: 'application/pdf', bytes: Buffer.from('x') }
      await tenant.write((trx) => addFile(trx, drafted, certificate, { storage_key: `c/${id}.pdf`, ...file }))
      const { students } = drafted.answers
      const inBranch = students.map((one) => ({
        ...one,
        typed: { ...one.typed, branch_id: branch_id ?? '' },
      }))
      const draft = { ...drafted, answers: { ...drafted.answers, students: inBranch } }
      await expect(hand(draft, 'given')).toRefuse('register.incomplete')
      expect((await hand(draft, 'given', true)).statuses).toHaveLength(1)
    })

    test('names a class that has filled up since', async () => {
      const { id } = await tenant.write((trx) => subject(trx))
      const draft = await draftWith(id)
      await tenant.write((trx) =>
        trx.updateTable('subject').set({ registration_open: false }).where('id', '=', id).execute(),
      )
      await expect(hand(draft, 'given')).toRefuse('register.incomplete')
    })
  })
})

describe('limits', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })

  const begun = () =>
    tenant.write((trx) =>
      saveDraft(
        trx,
        keysIn(tenant),
        { seeker: { code: undefined, user_id: null }, form: 'default', locale: 'my' },
        { part: 'parent.1', version: 0, change: (answers) => withParent(answers, 1, { name: 'Siti' }) },
      ),
    )

  test('a network hands in five times an hour, whatever phones it names', async () => {
    const from = (ip: string, number: number) => countSubmission(tenant.write, ip, `+6012000000${number}`)
    for (let number = 0; number < 5; number++) await from('192.0.2.21', number)
    await expect(from('192.0.2.21', 5).catch(said)).toRefuse('too_many_requests')
    await from('192.0.2.22', 5)
  })

  test('a phone that was merely typed is not counted, wherever it is typed', async () => {
    const from = (network: number) => countSubmission(tenant.write, `198.18.0.${network}`, undefined)
    for (let network = 0; network < 8; network++) await from(network)
  })

  test('a phone is handed in five times an hour, from wherever', async () => {
    const of = (phone: string, network: number) =>
      countSubmission(tenant.write, `198.51.100.${network}`, phone)
    for (let network = 0; network < 5; network++) await of('+60129990001', network)
    await expect(of('+60129990001', 5).catch(said)).toRefuse('too_many_requests')
    await of('+60129990002', 5)
  })

  test('an address gets five links a day, from whichever drafts', async () => {
    const mail = async (address: string, network: number) => {
      const { draft, code } = await begun()
      const ip = `203.0.113.${network}`
      return mailDraftLink(tenant.write, keysIn(tenant), { draft, code: code!, address, ip, locale: 'my' })
    }
    for (let network = 0; network < 5; network++) await mail('satu@family.test', network)
    await expect(mail('satu@family.test', 5).catch(said)).toRefuse('too_many_requests')
    await mail('dua@family.test', 5)
  })

  test('a draft has sixty files and no more, and one that takes the place of another is none more', async () => {
    const { draft } = await begun()
    const add = (question: string) =>
      tenant.write((trx) =>
        addFile(
          trx,
          draft,
          { kind: 'question', question, place: null },
          {
            ...{ storage_key: `k/${newPublicCode()}.pdf`, name: 'a.pdf', content_type: 'application/pdf' },
            bytes: Buffer.from('x'),
          },
        ),
      )
    const questions = Array.from({ length: 60 }, () => newId())
    for (const question of questions) await add(question)
    await expect(add(newId()).catch(said)).toRefuse('register.too_many_files')
    expect(await add(questions[0]!)).toMatch(/^k\//)
  })

  test('a draft that was handed in is worked on by nobody any more', async () => {
    const { draft, code } = await begun()
    const { id } = await tenant.write((trx) => subject(trx))
    const students = [{ ...appliedChild(), subjects: wishes(id) }]
    const { id: application_id } = await submit(tenant, newApplication({ students }))
    await tenant.write((trx) =>
      trx.updateTable('registration_draft').set({ application_id }).where('id', '=', draft.id).execute(),
    )
    const again = tenant.write((trx) =>
      saveDraft(
        trx,
        keysIn(tenant),
        { seeker: { code, user_id: null }, form: 'default', locale: 'my' },
        { part: 'parent.1', version: 1, change: (answers) => withParent(answers, 1, { name: 'Lain' }) },
      ),
    )
    await expect(again.catch(said)).toRefuse('not_found.draft')
    const late = tenant.write((trx) =>
      addFile(
        trx,
        draft,
        { kind: 'photo', question: null, place: 1 },
        { storage_key: 'z/1.jpg', name: 'foto.jpg', content_type: 'image/jpeg', bytes: Buffer.from('z') },
      ),
    )
    await expect(late.catch(said)).toRefuse('not_found.draft')
  })
})

describe('the registration form', () => {
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
})
