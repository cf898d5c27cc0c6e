import { beforeAll, describe, expect, test } from 'vitest'
import { branch, category, insert, student, subject } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { aqil, begins, hiddenOf } from '#tests/support/product/register.ts'

let web: App
let tenant: Tenant
let there: { kajang: string; semenyih: string; ids: Record<string, string> }
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  there = await tenant.write(async (trx) => {
    const kajang = tenant.branch.id
    const semenyih = (await branch(trx, { name: 'Semenyih' })).id
    const spm = await category(trx, { kind: 'age', min_age: 16, max_age: 18 })
    const ids = {
      primary: (await subject(trx, { name: 'Matematik Rendah', branch_id: kajang, min_age: 7, max_age: 12 }))
        .id,
      spm: (await subject(trx, { name: 'Fizik SPM', branch_id: kajang, category_id: spm.id })).id,
      // Its own ages count, not those of its category.
      own: (await subject(trx, { name: 'Mengaji', branch_id: kajang, category_id: spm.id, min_age: 7 })).id,
      other: (await subject(trx, { name: 'Sains Rendah', branch_id: semenyih, min_age: 7, max_age: 12 })).id,
    }
    return { kajang, semenyih, ids }
  })
})

const textOf = async (browser: Browser, path: string) => (await browser.get(path)).text()

/** A child of eight in the year, in a branch; then the page of its classes. */
async function atClasses(path = '/register/parent/1') {
  const browser = web.visitor(tenant)
  await begins(browser, tenant)
  const child = { ...aqil, branch_id: there.kajang, version: '1' }
  expect(await browser.post(path.replace('parent', 'student'), child)).toRedirectTo('/register/subjects/1')
  return browser
}
/** Ticks classes on the page, which says with each class that it shows that it was shown. */
const choose = async (browser: Browser, ids: string[], more: Record<string, string> = {}) => {
  const html = await textOf(browser, '/register/subjects/1')
  const { version = '0' } = hiddenOf(html)
  const shown = [...html.matchAll(/name="shown" value="([^"]+)"/g)].map(([, id]) => id!)
  return browser.post('/register/subjects/1', { subject_id: ids, shown, version, ...more })
}

describe('a family is offered', () => {
  test('the classes of the age and of the branch that it chose, and no others', async () => {
    const browser = await atClasses()
    const html = await textOf(browser, '/register/subjects/1')
    for (const name of ['Matematik Rendah', 'Mengaji']) expect(html).toContain(name)
    for (const name of ['Fizik SPM', 'Sains Rendah']) expect(html).not.toContain(name)
  })

  test('those of another branch when it chooses that one', async () => {
    const browser = await atClasses()
    const answer = await choose(browser, [], { branch_id: there.semenyih, go: 'search' })
    expect(answer.headers.get('location')).toMatch(/^\/register\/subjects\/1/)
    const html = await textOf(browser, '/register/subjects/1')
    expect(html).toContain('Sains Rendah')
    expect(html).not.toContain('Matematik Rendah')
  })

  test('a branch to choose, which is needed', async () => {
    const browser = web.visitor(tenant)
    await begins(browser, tenant)
    const answer = await browser.post('/register/student/1', { ...aqil, version: '1' })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('Please choose one.')
  })

  test('one branch after the other where nobody is asked yet', async () => {
    const html = await textOf(web.visitor(tenant), '/register/classes')
    const other = await textOf(web.visitor(tenant), `/register/classes?branch=${there.semenyih}`)
    expect(html.includes('Sains Rendah')).not.toBe(html.includes('Matematik Rendah'))
    expect(other).toContain('Sains Rendah')
    expect(other).not.toContain('Matematik Rendah')
  })
})

describe('a class that does not fit', () => {
  test('and was asked for by its own address says why, and the others are there to choose', async () => {
    const browser = web.visitor(tenant)
    const page = await textOf(browser, `/register/${there.ids.spm}`)
    expect(page).toContain('16–18 years')
    await begins(browser, tenant)
    const child = { ...aqil, branch_id: there.kajang, version: '1' }
    await browser.post(`/register/student/1?subject=${there.ids.spm}`, child)
    const html = await textOf(browser, '/register/subjects/1')
    expect(html).toContain('Fizik SPM is for 16–18 years. Aqil Danial turns 8 in the year')
    expect(html).toContain('Matematik Rendah')
    expect(await choose(browser, [there.ids.primary!])).toRedirectTo('/register/documents')
    expect(await textOf(browser, '/register/review')).not.toContain('Fizik SPM')
  })

  test.each([
    ['for the age', () => there.ids.spm!, 'Fizik SPM is for 16–18 years'],
    ['for the branch', () => there.ids.other!, 'Sains Rendah is at Semenyih'],
  ])('%s is not kept, however it is sent', async (_, id, words) => {
    const browser = await atClasses()
    const answer = await choose(browser, [there.ids.primary!, id()])
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(words)
    const review = await textOf(browser, '/register/review')
    expect(review).toContain('Matematik Rendah')
    expect(review).not.toContain(words.split(' is ')[0])
  })

  test('after the day of birth was changed is named on the summary, which cannot be sent', async () => {
    const browser = await atClasses()
    expect(await choose(browser, [there.ids.primary!])).toRedirectTo('/register/documents')
    const { version = '' } = hiddenOf(await textOf(browser, '/register/student/1'))
    const older = { ...aqil, branch_id: there.kajang, born_on: '2010-02-03', version }
    expect(await browser.post('/register/student/1?check=1', older)).toRedirectTo('/register/review')
    const review = await textOf(browser, '/register/review')
    expect(review).toContain('Matematik Rendah is not for Aqil Danial’s age')
    const sent = await browser.post('/register/review', { ...hiddenOf(review), consent: 'on' })
    expect(sent.status).toBe(422)
  })

  test.each(['3/2/2010', '03.02.2010', ' 2010-02-03 '])(
    'is measured by a day of birth however it is typed: %s',
    async (born_on) => {
      const browser = web.visitor(tenant)
      await begins(browser, tenant)
      const child = { ...aqil, born_on, branch_id: there.kajang, version: '1' }
      expect(await browser.post('/register/student/1', child)).toRedirectTo('/register/subjects/1')
      // a field with a calendar shows nothing else
      expect(await textOf(browser, '/register/student/1')).toContain('value="2010-02-03"')
      expect(await textOf(browser, '/register/subjects/1')).not.toContain('Matematik Rendah')
      expect((await choose(browser, [there.ids.primary!])).status).toBe(422)
      expect(await choose(browser, [there.ids.spm!])).toRedirectTo('/register/documents')
      expect(await textOf(browser, '/register/review')).toContain('3 Feb 2010')
    },
  )

  test.each(['31/02/2018', '3/2/18', '2018-13-01', '٠٣/٠٢/٢٠١٨'])(
    'a day of birth that is none is not taken: %s',
    async (born_on) => {
      const browser = web.visitor(tenant)
      await begins(browser, tenant)
      const sent = { ...aqil, born_on, branch_id: there.kajang, version: '1' }
      const answer = await browser.post('/register/student/1', sent)
      expect(answer.status).toBe(422)
      expect(await answer.text()).toContain('date that exists as day/month/year')
    },
  )

  test('is no bar to the office, which may enrol anybody', async () => {
    const clerk = await web.signedInAs(tenant, 'clerk')
    await begins(clerk, tenant)
    await clerk.post('/register/student/1', { ...aqil, branch_id: there.kajang, version: '1' })
    expect(await textOf(clerk, '/register/subjects/1')).toContain('Fizik SPM')
    expect(await choose(clerk, [there.ids.spm!])).toRedirectTo('/register/documents')
    expect(await textOf(clerk, '/register/review')).not.toContain('is not for')
  })

  test('is measured by the day of birth on file of a child who is here already', async () => {
    const browser = await web.signedInAs(tenant, 'parent')
    const { parent_id } = await tenant.actor('parent')
    const child = await tenant.write(async (trx) => {
      const row = await student(trx, { name: 'Hana', born_on: '2009-05-05', branch_id: there.kajang })
      await trx.deleteFrom('student_parent').where('student_id', '=', row.id).execute()
      await insert(trx, 'student_parent', {
        ...{ student_id: row.id, parent_id: parent_id!, relationship: 'mother' },
        ...{ is_primary: true, is_payer: true },
      })
      return row
    })
    expect(await browser.post('/register/student/add', { student_id: child.id })).toRedirectTo(
      '/register/subjects/1',
    )
    const html = await textOf(browser, '/register/subjects/1')
    expect(html).toContain('Fizik SPM')
    expect(html).not.toContain('Matematik Rendah')
  })
})

test('without a class nobody goes on, and one that closed meanwhile is named', async () => {
  const browser = await atClasses()
  const none = await choose(browser, [])
  expect(none.status).toBe(422)
  expect(await none.text()).toContain('Choose at least one class.')
  const { id } = await tenant.write((trx) => subject(trx, { name: 'Robotik', branch_id: there.kajang }))
  await tenant.write((trx) =>
    trx.updateTable('subject').set({ registration_open: false }).where('id', '=', id).execute(),
  )
  const closed = await choose(browser, [id])
  expect(closed.status).toBe(422)
  expect(await closed.text()).toContain('Robotik is not open for registration.')
})
