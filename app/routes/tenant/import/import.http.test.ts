import { strToU8, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { csvOf } from '#app/print/csv.ts'
import { checkImport, runImport } from '#jobs/handlers/enrolment.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { soaking } from '#tests/support/run/soak.ts'

let web: App
let tenant: Tenant
let admin: Browser
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  admin = await web.signedInAs(tenant, 'admin')
})

const headings = ['Nama Pelajar', 'Tarikh Lahir', 'Jantina', 'No. Sijil Lahir', 'Nama Bapa', 'No. Tel Bapa']
const row = (number: number, given: Record<number, string> = {}) => {
  const cells = [
    `Aiman ${'abcdefghij'[number % 10]}${number}`,
    '04/05/2016',
    'L',
    `HT${number}`,
    `Zul ${number}`,
  ]
  return [...cells, `011-${30_000_000 + number}`].map((cell, index) => given[index] ?? cell)
}
const csv = (...rows: string[][]) => [headings, ...rows].map((cells) => cells.join(',')).join('\n')

function upload(
  browser: Browser,
  file: string | Uint8Array,
  name = 'murid.csv',
  given: Record<string, string> = {},
) {
  const form = new FormData()
  form.set('file', new File([file as BlobPart], name))
  const usual = { kind: 'students', date_order: 'dmy', branch_id: tenant.branch.id }
  for (const [field, value] of Object.entries({ ...usual, ...given })) form.set(field, value)
  return browser.post('/import/new', form)
}

/** Uploaded, its columns taken as they were guessed, and checked as a worker does. Gives its id. */
async function checked(browser: Browser, file: string | Uint8Array, name?: string): Promise<string> {
  const answer = await upload(browser, file, name)
  const id = answer.headers.get('location')!.split('/').at(-1)!
  const page = await (await browser.get(`/import/map/${id}`)).text()
  // Which columns are needed is said by a star at what they are, not beside their headings.
  expect(page).not.toMatch(/(Name|Nama)<span class="optional"/)
  expect(await browser.post(`/import/map/${id}`, fieldsOf(page))).toRedirectTo(`/import/view/${id}`)
  expect((await browser.get(`/import/view/${id}`)).headers.get('refresh')).toBe('2')
  await checkImport({ import_id: id }, jobTools(tenant, 'import.check'))
  return id
}
const textOf = async (browser: Browser, path: string) => (await browser.get(path)).text()
const versionOf = (html: string, action: string) =>
  new RegExp(`action="${action}"[\\s\\S]*?name="version" value="(\\d+)"`).exec(html)?.[1] ?? ''

test('a file goes through its steps: columns, check, mending a row, writing, report, undo', async () => {
  const id = await checked(admin, csv(row(1), row(2, { 2: 'X' }), row(3, { 5: '6.01E+10' })))
  const page = await textOf(admin, `/import/view/${id}`)
  expect(page).toContain('Please write one of these: female (perempuan), male (lelaki).')
  expect(page).toContain('6.01E+10')
  expect(page).not.toContain(`/import/run/${id}`)
  const [, first, called] = /href="\/import\/row\/([^"]+)">([^<]*)</.exec(page)!
  expect(called).toBe('Fix row 3')
  // of whom the row is, beside what is wrong with it
  expect(page).toMatch(/Fix row 3<\/a><\/th><td[^>]*>Aiman c2<\/td><td[^>]*>Student: Gender</)
  const form = await textOf(admin, `/import/row/${first}`)
  expect(form).toMatch(/Student: Name<\/label>/)
  // What is wrong is led to from the top, past all that is right.
  expect(form).toMatch(/role="alert"[\s\S]*?<a href="#[^"]+-cells\[\d+\]\.text">Student: Gender: /)
  expect(form).toMatch(/Student: Birth certificate number<span class="optional"/)
  const mend = fieldsOf(form)
  const wrong = Object.entries(mend).find(([, value]) => value === 'X')![0]
  expect(await admin.post(`/import/row/${first}`, { ...mend, [wrong]: 'Lelaki' })).toRedirectTo(
    `/import/view/${id}`,
  )
  await checkImport({ import_id: id }, jobTools(tenant, 'import.check'))
  const again = await textOf(admin, `/import/view/${id}`)
  expect(again).not.toContain('Please write one of these')
  const leave = `/import/leave-wrong/${id}`
  await admin.post(leave, { version: versionOf(again, leave) })
  await checkImport({ import_id: id }, jobTools(tenant, 'import.check'))
  expect(await textOf(admin, `/import/view/${id}?show=left_out`)).toContain(
    '<th scope="col" role="columnheader">Why</th>',
  )
  const run = `/import/run/${id}`
  const version = versionOf(await textOf(admin, `/import/view/${id}`), run)
  expect(await admin.post(run, { version })).toRedirectTo(`/import/view/${id}`)
  await admin.post(run, { version })
  expect(await textOf(admin, `/import/view/${id}`)).toContain('This import has already moved on')
  await runImport({ import_id: id }, jobTools(tenant, 'import.run'))
  const done = await textOf(admin, `/import/view/${id}`)
  expect(done).toContain('All rows are imported, except those you skipped.')
  expect(done).toContain(`/import/undo/${id}`)
  const report = await admin.get(`/import/report/${id}`)
  expect(report.headers.get('content-type')).toContain('spreadsheetml')
  const students = await tenant.read((db) =>
    db.selectFrom('student').select('name').orderBy('name').execute(),
  )
  expect(students.map(({ name }) => name)).toEqual(['Aiman b1', 'Aiman c2'])
})

test.each([
  [
    'a picture with another name',
    Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'),
    'murid.xlsx',
    'no Excel workbook',
  ],
  [
    'macros',
    zipSync({ 'xl/workbook.xml': strToU8('<x/>'), 'xl/vbaProject.bin': strToU8('x') }),
    'a.xlsm',
    'macros',
  ],
  ['no rows', 'nama,tel\n', 'a.csv', 'no rows below'],
  [
    'letters of another alphabet',
    Buffer.from('nama,tel\n\xb3\xc2\xb4\xf3,1\n', 'latin1'),
    'a.csv',
    'some letters in this file',
  ],
])(
  '%s is refused in a sentence that says what to do, and what was chosen stays',
  async (_, file, name, words) => {
    const answer = await upload(admin, file, name, { kind: 'balances' })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toContain('Migrating from excel failed')
    expect(html).toContain(words)
    expect(html).toMatch(/value="balances"[^>]*checked|checked[^>]*value="balances"/)
  },
)

test('a file of twenty megabytes is turned away before it is read, one a little too large by its form', async () => {
  expect((await upload(admin, Buffer.alloc(20_000_000))).status).toBe(413)
  const answer = await upload(admin, Buffer.alloc(10_500_000))
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain('Attachment file size is too big')
})

/** As many as a file may have in soak, else more than are laid down at once; that one more is too many is told where files are read. */
const many = soaking ? 5_000 : 1_100

test(`of ${many} rows the one that is wrong is named, and nothing is written`, async () => {
  const rows = Array.from({ length: many }, (_, index) => row(10_000 + index))
  const wrong = many - 79
  rows[wrong] = row(10_000 + wrong, { 1: '31/02/2016' })
  const id = await checked(
    admin,
    Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows: [headings, ...rows] }] })),
  )
  const html = await textOf(admin, `/import/view/${id}`)
  expect(html).toContain('31/02/2016')
  // below the headings, counted from one
  expect(html).toContain(`>Fix row ${wrong + 2}<`)
  expect(html).toContain((many - 1).toLocaleString('en'))
  const count = await tenant.read((db) =>
    db.selectFrom('student').select('id').where('birth_cert_no', 'like', 'HT1____').execute(),
  )
  expect(count).toEqual([])
})

test('a form that is sent twice makes one import', async () => {
  const form_key = '0198f000-0000-7000-8000-00000000abcd'
  const [one, two] = [
    await upload(admin, csv(row(50)), 'a.csv', { form_key }),
    await upload(admin, csv(row(50)), 'a.csv', { form_key }),
  ]
  expect(two.headers.get('location')).toBe(one.headers.get('location'))
})

test('a clerk uploads and mends, an administrator writes; rows of colleagues are not shown to other clerks', async () => {
  const clerk = await web.signedInAs(tenant, 'clerk')
  const id = await checked(clerk, csv(row(70)))
  const html = await textOf(clerk, `/import/view/${id}`)
  expect(html).toContain('An administrator can import the rows.')
  expect(html).not.toContain(`/import/run/${id}`)
  expect((await clerk.post(`/import/run/${id}`, { version: '3' })).status).toBe(403)
  expect(await textOf(clerk, '/import/new')).not.toContain('value="staff"')
  expect((await upload(clerk, csv(row(71)), 'a.csv', { kind: 'staff' })).status).toBe(403)
  await tenant.write((trx) =>
    trx.updateTable('import').set({ created_by: null }).where('id', '=', id).execute(),
  )
  expect(await textOf(clerk, `/import/view/${id}`)).not.toContain('HT70')
  expect(await clerk.get(`/import/report/${id}`)).toRedirectTo(`/import/view/${id}`)
  const page = await textOf(admin, `/import/view/${id}`)
  expect(page).toContain(`/import/run/${id}`)
  expect(page).toContain('HT70')
})

test('without a file one is asked for', async () => {
  const answer = await upload(admin, '', '')
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('Please choose a file')])
})

test('the import of another organisation is not found', async () => {
  const other = await freshTenant()
  const id = await checked(admin, csv(row(90)))
  const stranger = await web.signedInAs(other, 'superadmin')
  for (const path of ['view', 'map', 'report'])
    expect((await stranger.get(`/import/${path}/${id}`)).status).toBe(404)
})

test.each(['en', 'my'])('a template in %s is understood as it comes back', async (locale) => {
  for (const format of ['xlsx', 'csv']) {
    const answer = await admin.get(`/import/template/students/${locale}/${format}`)
    expect(answer.status).toBe(200)
    const bytes = Buffer.from(await answer.clone().arrayBuffer())
    if (format === 'csv') expect(String(bytes)).toContain(locale === 'my' ? 'Bapa,012-345' : 'Father,012-345')
    const id = await checked(admin, Buffer.from(await answer.arrayBuffer()), `templat.${format}`)
    const html = await textOf(admin, `/import/view/${id}`)
    expect(html).toContain(`/import/run/${id}`)
  }
})

test('of a workbook with several sheets each is an import, and what is hidden or left out is named', async () => {
  const file = await writeXlsx({
    sheets: [
      { name: 'Muka', rows: [['Sekolah Contoh']] },
      {
        name: 'Tahun 1',
        rows: [['SENARAI'], headings, row(101), row(102)],
        rowDefs: new Map([[3, { hidden: true }]]),
      },
      { name: 'Tahun 2', rows: [headings, row(103)] },
      { name: 'Arkib', rows: [headings, row(104)], hidden: true },
    ],
  } as never)
  const id = await checked(admin, new Uint8Array(file), 'murid.xlsx')
  const page = await textOf(admin, `/import/view/${id}`)
  expect(page).toContain('murid.xlsx · Tahun 1')
  for (const said of [
    'The headings are in row 2.',
    '1 row is hidden in the file and will be imported too: row 4.',
    'The sheet “Muka” is not imported',
    'The hidden sheet “Arkib” is not imported.',
    'The sheet “Tahun 2” is a separate import (1 row)',
  ])
    expect(page).toContain(said)
  const [, other] = /href="\/import\/view\/([^"]+)">The sheet “Tahun 2”/.exec(page)!
  expect(await textOf(admin, `/import/map/${other}`)).toContain('murid.xlsx · Tahun 2')
})

test('how dates in digits are read is asked once, with the columns', async () => {
  const american = (number: number) => row(number, { 1: '05/30/2016' })
  const answer = await upload(admin, csv(american(111), american(112)))
  const id = answer.headers.get('location')!.split('/').at(-1)!
  const page = await textOf(admin, `/import/map/${id}`)
  expect(page).toContain('The file has dates such as 05/30/2016.')
  expect(page).toContain('05/30/2016 is 30 May 2016')
  expect(fieldsOf(page)).toMatchObject({ date_order: 'mdy' })
  await admin.post(`/import/map/${id}`, fieldsOf(page))
  await checkImport({ import_id: id }, jobTools(tenant, 'import.check'))
  const checked = await textOf(admin, `/import/view/${id}`)
  expect(checked).toContain(`/import/run/${id}`)
  expect(checked).toMatch(/Dates in the file[\s\S]*?Month first/)
  const named = await upload(admin, csv(row(113, { 1: '6 Mei 2016' })))
  const other = named.headers.get('location')!.split('/').at(-1)!
  expect(await textOf(admin, `/import/map/${other}`)).not.toContain('name="date_order"')
  expect(await textOf(admin, `/import/view/${other}`)).not.toContain('Dates in the file')
  const plain = await upload(admin, csv(row(114, { 1: '06/05/2016' }), row(115, { 1: '30/05/2016' })))
  const clear = plain.headers.get('location')!.split('/').at(-1)!
  const columns = await textOf(admin, `/import/map/${clear}`)
  expect(columns).not.toContain('Dates in the file')
  await admin.post(`/import/map/${clear}`, fieldsOf(columns))
  await checkImport({ import_id: clear }, jobTools(tenant, 'import.check'))
  const read = await textOf(admin, `/import/view/${clear}`)
  expect(read).toContain(`/import/run/${clear}`)
  expect(read).not.toContain('Dates in the file')
})

test('a file of our own list of students is read as it is', async () => {
  const own = csvOf([
    ['Name', 'Student number', 'Age', 'Date of birth', 'Gender', 'Parent', 'Parent phone', 'Classes'],
    ['Contoh Pusing', 'CT9001', '12', '2014-05-06', 'Female', 'Ujian Pusing', '+60119000121', '0'],
    ['Contoh Pusing Dua', 'CT9002', '11', '2015-05-06', 'Male', 'Ujian Dua', '011-9000 0122', '0'],
  ])
  const more = own.trimEnd().split('\r\n')
  const birth = ['Birth certificate number', 'CTP9001', 'CTP9002']
  const file = more
    .map((line, index) => `${line},${birth[index]},${index ? 'Father' : 'Relationship'}`)
    .join('\r\n')
  expect(file).toContain("'+60119000121")
  const id = await checked(admin, file, 'student.csv')
  expect(await textOf(admin, `/import/view/${id}`)).toContain(`/import/run/${id}`)
})
