import { beforeAll, expect, test } from 'vitest'
import {
  appliedChild,
  newApplication,
  said,
  submit,
  wishes,
} from '#app/domain/enrolment/applications/test-support.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { newId, newPublicCode } from '#db/id.ts'
import { subject } from '#tests/support/database/factories.ts'
import '#tests/support/product/matchers.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { withParent } from './draft.ts'
import { saveDraft } from './drafts.ts'
import { addFile } from './files.ts'
import { countHandedIn } from './hand-in.ts'
import { mailDraftLink } from './mail-link.ts'

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
  const from = (ip: string, number: number) => countHandedIn(tenant.write, ip, `+6012000000${number}`)
  for (let number = 0; number < 5; number++) await from('192.0.2.21', number)
  await expect(from('192.0.2.21', 5).catch(said)).toRefuse('too_many_requests')
  await from('192.0.2.22', 5)
})

test('a phone that was merely typed is not counted, wherever it is typed', async () => {
  const from = (network: number) => countHandedIn(tenant.write, `198.18.0.${network}`, undefined)
  for (let network = 0; network < 8; network++) await from(network)
})

test('a phone is handed in five times an hour, from wherever', async () => {
  const of = (phone: string, network: number) => countHandedIn(tenant.write, `198.51.100.${network}`, phone)
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
})
