import { beforeAll, expect, test } from 'vitest'
import { sealedAnswers } from '#app/domain/enrolment/applications/answers.ts'
import { registrationForm } from '#app/domain/enrolment/online-registration/form-setting.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { subject } from '#tests/support/database/factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { type App, app } from '#tests/support/product/http.ts'
import '#tests/support/product/matchers.ts'
import { begins, hiddenOf, papers, registers, sends } from '#tests/support/product/register.ts'

let web: App
beforeAll(async () => {
  web = await app()
})

const asked = { of: 'family', required: 'on' }
const heard = {
  ...{ ...asked, kind: 'choice', 'label.en': 'How did you hear of us?', 'label.my': 'Bagaimana anda tahu?' },
  ...{ 'choices.en': 'A friend\nA poster', 'choices.my': 'Rakan\nPoster' },
}

test('an organisation asks in each language, a family answers in its own, and each colleague reads it in theirs', async () => {
  const tenant = await freshTenant({ default_locale: 'my' })
  const { id } = await tenant.write((trx) => subject(trx, { name: 'Matematik' }))
  const chief = await web.signedInAs(tenant, 'superadmin')
  const ask = (form: Record<string, string>) => chief.post('/setting/registration/question/new', form)
  const uneven = await ask({ ...heard, 'choices.my': 'Rakan\nPoster\nLain', version: '0' })
  expect(uneven.status).toBe(422)
  expect(await uneven.text()).toContain('as many choices as in the first language: 2')
  const twice = await ask({ ...heard, 'choices.en': 'A friend\nA friend', version: '0' })
  expect(await twice.text()).toContain('Each choice can be given once.')
  expect(await ask({ ...heard, version: '0' })).toRedirectTo('/setting/registration')
  const swims = { ...asked, kind: 'yes_no', 'label.en': 'Do you live nearby?', 'label.my': 'Tinggal dekat?' }
  expect(await ask({ ...swims, version: '1' })).toRedirectTo('/setting/registration')
  const { questions } = (await tenant.read(registrationForm)).form
  const edit = await (await chief.get(`/setting/registration/question/${questions[0]!.id}`)).text()
  expect(edit).toMatch(/A friend\nA poster<[\s\S]*Rakan\nPoster</)

  const family = web.visitor(tenant)
  await family.get('/language/en?to=/register')
  await begins(family, tenant)
  await registers(family, [id])
  const page = await (await family.get('/register/documents')).text()
  expect(page).toContain('How did you hear of us?')
  expect(page).toMatch(/<option value="Rakan"[^>]*>A friend/)
  const { version = '0' } = hiddenOf(page)
  const [how, near] = questions.map((question) => `q_${question.id}`)
  // Typed words and a file in one press.
  const both = papers({ 'birth_certificate-1': {} }, { [how!]: 'Rakan', [near!]: 'yes', version })
  expect(await family.post('/register/documents', both)).toRedirectTo('/register/review')
  expect(await (await family.get('/register/review')).text()).toContain('A friend')
  await sends(family, tenant)
  const application = await tenant.read((db) =>
    db.selectFrom('application').select('id').executeTakeFirstOrThrow(),
  )
  const seen = async (locale: string) => {
    await chief.get(`/language/${locale}?to=/application`)
    return (await chief.get(`/application/view/${application.id}`)).text()
  }
  const english = await seen('en')
  for (const words of ['How did you hear of us?', 'A friend', 'Do you live nearby?', '>Yes<'])
    expect(english).toContain(words)
  const malay = await seen('my')
  for (const words of ['Bagaimana anda tahu?', 'Rakan', 'Tinggal dekat?', '>Ya<'])
    expect(malay).toContain(words)

  await chief.get('/language/en?to=/setting')
  const preview = await (await chief.get('/setting/registration/preview')).text()
  expect(preview).toMatch(/<fieldset[^>]*disabled/)
  for (const words of ['How did you hear of us?', '>A friend<', 'Do you live nearby?', 'Birth certificate'])
    expect(preview).toContain(words)
  const file = await chief.get('/setting/registration/answers')
  expect(file.headers.get('content-type')).toContain('text/csv')
  const lines = (await file.text()).split('\r\n')
  expect(lines[0]).toContain('Question,Answer')
  expect(lines.some((line) => line.endsWith('How did you hear of us?,A friend'))).toBe(true)
  const assistant = await web.signedInAs(tenant, 'class-assistant')
  expect((await assistant.get('/setting/registration/answers')).status).toBe(403)

  for (const version of [2, 3, 4, 5, 6, 7, 8, 9])
    expect(await ask({ ...swims, version: String(version) })).toRedirectTo('/setting/registration')
  const eleventh = await ask({ ...swims, version: '10' })
  expect(eleventh.status).toBe(422)
  expect(await eleventh.text()).toContain('There are 10 questions already.')

  // As answers were kept before they were kept in each language
  const before = { 'Dari mana? (Aqil)': 'Poster' } as never
  const answers_sealed = sealedAnswers(keysIn(tenant), 'application', application.id, before)
  await tenant.write((trx) => trx.updateTable('application').set({ answers_sealed }).execute())
  const old = await seen('en')
  for (const words of ['Dari mana? (Aqil)', 'Poster']) expect(old).toContain(words)
})
