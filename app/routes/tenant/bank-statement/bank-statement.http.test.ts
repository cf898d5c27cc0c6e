import { beforeAll, expect, test } from 'vitest'
import { csvOf, type Family, familyOf } from '#app/domain/payments/bank-statements/test-support.ts'
import { matchStatement, undoStatementOf } from '#jobs/handlers/bank-statements.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let admin: Browser
let aminah: Family
let lim: Family
beforeAll(async () => {
  web = await app()
  tenant = await freshTenant()
  admin = await web.signedInAs(tenant, 'admin')
  aminah = await familyOf(tenant, 'Aminah binti Hassan Latif', 12_000)
  lim = await familyOf(tenant, 'Lim Siew Hong Teoh', 8_000, 4_000)
})

function upload(browser: Browser, text: string | Buffer, given: Record<string, string> = {}) {
  const form = new FormData()
  form.set('file', new File([Uint8Array.from(Buffer.from(text as string))], 'penyata.csv'))
  for (const [field, value] of Object.entries(given)) form.set(field, value)
  return browser.post('/bank-statement/new', form)
}
const textOf = async (browser: Browser, path: string) => (await browser.get(path)).text()
const versionOf = (html: string, action: string) =>
  new RegExp(`action="${action}"[\\s\\S]*?name="version" value="(\\d+)"`).exec(html)?.[1] ?? ''
const idIn = (answer: Response) => answer.headers.get('location')!.split('/').at(-1)!.split('?')[0]!

test('a statement goes through its steps: upload, what posts itself, one click, another family, no fee, undo', async () => {
  const text = csvOf([
    { reference: aminah.code, in: '120.00' },
    { reference: `${lim.code.slice(0, 7)}X`, in: '120.00' },
    { words: 'SEWA KANTIN', in: '300.00' },
    { words: 'TNB', out: '88.80' },
    { words: 'CAJ DIKECUALIKAN', out: '0.00' },
  ])
  const id = idIn(await upload(admin, text))
  const path = `/bank-statement/view/${id}`
  expect((await admin.get(path)).headers.get('refresh')).toBe('2')
  await matchStatement({ statement_id: id }, jobTools(tenant, 'bank_statement.match'))
  const page = await textOf(admin, path)
  expect(page).toContain('RM1,000.00 before + RM540.00 in − RM88.80 out = RM1,451.20 after')
  expect(page).toContain('with one mistake')
  expect(page).toContain('1 row left out')
  expect(page).toMatch(/>8<[\s\S]*?CAJ DIKECUALIKAN · 0\.00 · 1451\.20[\s\S]*?The amount is 0\.00/)
  const [, line] = /action="\/bank-line\/accept\/([^"]+)"/.exec(page)!
  const accept = `/bank-line/accept/${line}`
  const version = versionOf(page, accept)
  expect(await admin.post(accept, { version })).toRedirectTo(path)
  expect(await textOf(admin, path)).toContain('was recorded')
  await admin.post(accept, { version })
  expect(await textOf(admin, `/bank-line/view/${line}`)).toContain('in the meantime')
  const [, rent] = /href="\/bank-line\/view\/([^"]+)"/.exec(await textOf(admin, path))!
  expect(await textOf(admin, `/bank-line/view/${rent}?q=Siew`)).toContain(
    `/bank-line/assign/${rent}?family=${lim.id}`,
  )
  const form = fieldsOf(await textOf(admin, `/bank-line/ignore/${rent}`))
  expect((await admin.post(`/bank-line/ignore/${rent}`, { ...form, reason: 'sewa' })).status).toBe(422)
  await admin.post(`/bank-line/ignore/${rent}`, { ...form, reason: 'Sewa kantin bulan Februari' })
  const done = await textOf(admin, path)
  expect(done).toContain('Nothing waits')
  expect(done).toMatch(/Not fees[\s\S]*?RM300\.00/)
  const lines = await textOf(admin, `/bank-line?statement=${id}&status=ignored`)
  expect(lines).toContain('SEWA KANTIN')
  expect(await textOf(admin, `/bank-line/print?statement=${id}`)).toContain('SEWA KANTIN')
  const csv = await textOf(admin, `/bank-line/export/csv?statement=${id}`)
  expect(csv).toContain('Sewa kantin bulan Februari')
  const undo = `/bank-statement/undo/${id}`
  await admin.post(undo, { version: versionOf(done, undo) })
  await undoStatementOf({ statement_id: id }, jobTools(tenant, 'bank_statement.undo'))
  expect(await textOf(admin, path)).toContain('Lines that somebody has decided about')
})

test('a form that shares a line out says what is wrong at its field, and keeps what was typed', async () => {
  const text = csvOf([{ words: 'CASH DEPOSIT', in: '50.00', on: '11/02/2026' }])
  const id = idIn(await upload(admin, text))
  await matchStatement({ statement_id: id }, jobTools(tenant, 'bank_statement.match'))
  const [, line] = /href="\/bank-line\/view\/([^"]+)"/.exec(
    await textOf(admin, `/bank-statement/view/${id}`),
  )!
  const debtor = await familyOf(tenant, 'Rohana Saad Bakar', 3_000, 3_000)
  const path = `/bank-line/assign/${line}?family=${debtor.id}`
  const form = fieldsOf(await textOf(admin, path))
  expect(form).toMatchObject({ amount: '50.00', 'lines[0].amount': '30.00', 'lines[1].amount': '20.00' })
  const answer = await admin.post(path, { ...form, amount: '50.01' })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain('more than is left of the line')
  const { 'lines[1].amount': _, ...less } = form
  expect(await admin.post(path, { ...less, amount: '30.00' })).toRedirectTo(`/bank-line/view/${line}`)
  expect(await textOf(admin, `/bank-line/view/${line}`)).toContain('RM20.00')
})

test.each([
  [
    'a broken day',
    'Date,Description,Debit,Credit\n31/02/2026,YURAN,,1.00\n',
    'Row 2 has an amount but no readable date',
  ],
  ['no statement', 'Nama,Umur\nAli,7\n', 'This is no statement that can be read'],
  ['a web page', '<!DOCTYPE html><html></html>', 'declares entities'],
  [
    'a quote that is never closed',
    'Date,Description,Debit,Credit\n20/11/2026,"UJIAN,,1.00\n',
    'A quotation mark in this CSV is never closed',
  ],
  [
    'letters of another alphabet',
    Buffer.from('Date,Description,Debit,Credit\n20/11/2026,\xb3\xc2\xb4\xf3,,1.00\n', 'latin1'),
    'Some letters in this file can&#x27;t be read',
  ],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'This file is from Excel 2003'],
  ['too many columns', `${'a,'.repeat(70)}a\n1\n`, 'more than 60 columns'],
])('%s is refused in a sentence that says what to do, and nothing is kept', async (_, text, words) => {
  // its columns are told first where no bank is known
  const answer = await upload(admin, text)
  const html =
    answer.status === 302 ? await (await mapped(answer.headers.get('location')!)).text() : await answer.text()
  expect(html).toContain(words)
  expect(html).not.toContain('Migrating')
})

test('entries that are no transaction are left out, and the page names them', async () => {
  const text = [
    ...[':20:UJIAN', ':25:512345678901', ':60F:C261120MYR100,00'],
    ...[':61:2611201120C1,00NTRFUJIAN', ':61:2611201120D0,00NCHGCAJ'],
    ...[':62F:C261120MYR101,00', '-'],
  ].join('\r\n')
  const id = idIn(await upload(admin, text))
  await matchStatement({ statement_id: id }, jobTools(tenant, 'bank_statement.match'))
  expect(await textOf(admin, `/bank-statement/view/${id}`)).toMatch(
    /1 row left out[\s\S]*?>5<[\s\S]*?2611201120D0,00NCHGCAJ[\s\S]*?The amount is 0\.00/,
  )
})

test('without a file one is asked for', async () => {
  const form = new FormData()
  form.set('file', new File([], ''))
  const answer = await admin.post('/bank-statement/new', form)
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('Please choose a file')])
})

async function mapped(path: string) {
  const page = await textOf(admin, path)
  // Beside the heading of the column that holds the date this would be wrong.
  expect(page).not.toContain('class="optional"')
  return admin.post(path, { ...fieldsOf(page), name: 'Bank Ujian' })
}

test('a clerk uploads for a branch of theirs alone, and sees no statement of the whole organisation', async () => {
  const clerk = await web.signedInAs(tenant, 'clerk')
  const text = csvOf([{ words: 'X', in: '1.00', on: '12/02/2026' }])
  expect((await upload(clerk, text)).status).toBe(404)
  expect((await upload(clerk, text, { branch_id: tenant.branch.id })).status).toBe(302)
  const whole = idIn(await upload(admin, csvOf([{ words: 'Y', in: '1.00', on: '13/02/2026' }])))
  expect((await clerk.get(`/bank-statement/view/${whole}`)).status).toBe(404)
})
