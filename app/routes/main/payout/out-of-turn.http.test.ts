import { beforeAll, expect, test } from 'vitest'
import { addDays, todayIn } from '#app/domain/core/dates.ts'
import { openPayee } from '#app/domain/platform/payouts/test-support.ts'
import { newId } from '#db/id.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'
import { page } from '#tests/support/product/page.ts'

let payee: Awaited<ReturnType<typeof openPayee>>
let product: App
let owner: Browser
let finance: Browser
let auditor: Browser

beforeAll(async () => {
  payee = await openPayee()
  product = await app()
  ;[owner, finance, auditor] = (await Promise.all(
    (['owner', 'finance', 'auditor'] as const).map((role) => product.operator(role)),
  )) as [Browser, Browser, Browser]
})

const words = async (by: Browser, path: string) =>
  (await page(by, path)).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const logOf = (action: string) =>
  payee.platform((trx) =>
    trx
      .selectFrom('platform.audit_log')
      .select(['actor_id', 'object_id', 'before', 'after'])
      .where('action', '=', action)
      .orderBy('id')
      .execute(),
  )
const prepare = () => `/admin/payout/prepare/${payee.entity_id}`

test('where there is nothing to pay it says so and has no button, and a form that is sent all the same is refused', async () => {
  expect(await words(finance, prepare())).toContain('There is not enough to pay out')
  expect(await page(finance, prepare())).not.toContain('name="seen_sen"')
  const answer = await finance.post(prepare(), { seen_sen: '0' })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(await answer.text()).toContain('not enough to pay out')
  expect(await payee.payouts()).toEqual([])
})

test('it says what it will do, and does that and nothing else', async () => {
  await payee.settled(2)
  expect(await words(auditor, '/admin/payout/waiting')).toContain('RM240.00')
  expect((await auditor.get(prepare())).status).toBe(403)
  const said = await words(finance, prepare())
  for (const told of ['A payout of RM240.00 to', 'looked at twice', '•••• 4455', 'Next payout day'])
    expect(said).toContain(told)
  expect(said).not.toContain('1122334455')
  const seen = fieldsOf(await page(finance, prepare()))
  expect(seen).toMatchObject({ seen_sen: '24000' })
  await payee.settled(1)
  const stale = await finance.post(prepare(), seen)
  expect(stale.status).toBe(409)
  expect(await stale.text()).toContain('RM360.00')
  const done = await finance.post(prepare(), { seen_sen: '36000' })
  expect(done.headers.get('location')).toMatch(/^\/admin\/payout\/view\//)
  expect(await payee.payouts()).toMatchObject([{ net_sen: 36_000, preparer: expect.any(String) }])
  expect(await words(finance, '/admin/payout/waiting')).not.toContain('RM240.00')
})

test('the file for the bank is proposed for the next day on which banks work', async () => {
  const proposed = async () => fieldsOf(await page(finance, '/admin/payout/send')).payout_on!
  const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() % 6
  const today = todayIn(new Date())
  if (weekday(today) !== 0) expect(await proposed()).toBe(today)
  const closed = Array.from({ length: 3 }, (_, days) => addDays(today, days))
  await payee.platform((trx) =>
    trx
      .insertInto('platform.closure_date')
      .values(
        closed.map((closed_on) => ({ id: newId(), closed_on, name: `Cuti ${closed_on}`, yearly: false })),
      )
      .execute(),
  )
  const next = [3, 4, 5].map((days) => addDays(today, days)).find((day) => weekday(day) !== 0)
  expect(await proposed()).toBe(next)
})

const ask = (more: Record<string, string> = {}) => ({
  ...{ entity_id: payee.entity_id, effect: 'less', amount_sen: '15.00', asked_as: newId() },
  ...{ reason: 'Fi kad dikenakan dua kali', ...more },
})
const rows = () => payee.platform((trx) => trx.selectFrom('platform.payout_adjustment').selectAll().execute())

test('an adjustment is asked for with a reason and a plain sign, once however often it is sent', async () => {
  const form = '/admin/payout-adjustment/new'
  const short = await finance.post(form, ask({ reason: 'tidak' }))
  expect(short.status).toBe(422)
  expect(await short.text()).toContain('value="15.00"')
  for (const wrong of [
    ask({ amount_sen: '-15.00' }),
    ask({ entity_id: newId() }),
    ask({ effect: 'chargeback' }),
  ])
    expect((await finance.post(form, wrong)).status).toBeGreaterThanOrEqual(400)
  expect((await auditor.post(form, ask())).status).toBe(403)
  expect(await rows()).toEqual([])
  const sent = ask()
  const [first, second] = [await finance.post(form, sent), await finance.post(form, sent)]
  expect(second.headers.get('location')).toBe(first.headers.get('location'))
  expect(await rows()).toMatchObject([{ sen: -1_500, kind: 'correction', status: 'requested' }])
})

test('somebody else decides, and reads that it waits', async () => {
  const { id } = (await rows())[0]!
  const view = `/admin/payout-adjustment/view/${id}`
  expect(await words(owner, '/admin/dashboard')).toContain('1 payout adjustment to approve')
  expect(await words(owner, '/admin/payout-adjustment?status=requested')).toContain('-RM15.00')
  expect(await words(finance, view)).toContain('Somebody who may approve payouts')
  const approve = `/admin/payout-adjustment/approve/${id}`
  expect((await finance.post(approve, {})).status).toBe(403)
  expect(await words(owner, view)).toContain('will be RM15.00 less')
  await owner.post(approve, {})
  expect(await rows()).toMatchObject([{ status: 'approved' }])
  expect(await logOf('payout_adjustment.approved')).toHaveLength(1)
  expect(await words(owner, '/admin/dashboard')).not.toContain('payout adjustment to approve')
  const late = await owner.post(`/admin/payout-adjustment/reject/${id}`, { decision_reason: 'Bukan begitu' })
  expect(late.status).toBeGreaterThanOrEqual(400)
})

test('who asked does not decide of it, even as an owner, and a no has a reason', async () => {
  const made = await owner.post('/admin/payout-adjustment/new', ask({ effect: 'more' }))
  const id = made.headers.get('location')!.split('/').at(-1)!
  await owner.post(`/admin/payout-adjustment/approve/${id}`, {})
  expect(await words(owner, `/admin/payout-adjustment/view/${id}`)).toContain('Withdraw')
  const own = async () => (await rows()).find((row) => row.id === id)!
  expect(await own()).toMatchObject({ status: 'requested', sen: 1_500 })
  const second = await product.operator('owner')
  const reject = `/admin/payout-adjustment/reject/${id}`
  expect(await words(second, `/admin/payout-adjustment/view/${id}`)).not.toContain('Withdraw')
  await second.post(`/admin/payout-adjustment/withdraw/${id}`, {})
  expect(await own()).toMatchObject({ status: 'requested' })
  expect((await second.post(reject, { decision_reason: '' })).status).toBe(422)
  expect((await second.post(reject, { decision_reason: 'Sudah dilaraskan dahulu' })).status).toBe(302)
  expect(await own()).toMatchObject({ status: 'rejected', decision_reason: 'Sudah dilaraskan dahulu' })
})

test('a bank has a layout of its own, which is seen before it is kept and is chosen at first once it was used', async () => {
  const form = '/admin/payout-layout/new'
  const begun = fieldsOf(await page(finance, form))
  const typed = {
    ...{ name: 'Bank Contoh', separator: 'bar', layout_id: begun.layout_id! },
    ...{ column_1: 'account_number', column_2: 'amount' },
  }
  const preview = await finance.post(form, { ...typed, intent: 'preview' })
  expect(preview.status).toBe(200)
  const shown = await preview.text()
  expect(shown).toContain('514000012345|1234.50')
  expect(shown).toContain('value="Bank Contoh"')
  const twice = await finance.post(form, { ...typed, column_3: 'amount' })
  expect(twice.status).toBeGreaterThanOrEqual(400)
  expect(await twice.text()).toContain('This column is already there.')
  expect((await auditor.post(form, typed)).status).toBe(403)
  expect((await finance.post(form, typed)).status).toBe(302)
  expect(await words(auditor, '/admin/payout-layout')).toContain('514000012345|1234.50')
  expect(await logOf('payout.layout_kept')).toMatchObject([{ after: { name: 'Bank Contoh' } }])

  const edit = `/admin/payout-layout/edit/${typed.layout_id}`
  const { seen } = fieldsOf(await page(finance, edit))
  const changed = { ...typed, seen: seen!, name: 'Bank Contoh 2' }
  expect((await finance.post(edit, changed)).status).toBe(302)
  expect((await finance.post(edit, { ...changed, name: 'Bank Contoh 3' })).status).toBe(409)
  expect((await finance.get(`/admin/payout-layout/edit/${newId()}`)).status).toBe(404)

  const remove = `/admin/payout-layout/remove/${typed.layout_id}`
  const now = fieldsOf(await page(finance, edit))
  expect((await auditor.post(remove, { seen: now.seen! })).status).toBe(403)
  // As it was before somebody changed it.
  await finance.post(remove, { seen: seen! })
  expect(await words(auditor, '/admin/payout-layout')).toContain('Bank Contoh 2')
  expect((await finance.post(remove, { seen: now.seen! })).status).toBe(302)
  expect(await words(auditor, '/admin/payout-layout')).not.toContain('Bank Contoh')
  expect(await logOf('payout.layout_removed')).toMatchObject([{ before: { name: 'Bank Contoh 2' } }])
  await finance.post(remove, { seen: now.seen! })
  expect((await finance.post('/admin/payout-layout/remove/comma', { seen: 'x' })).status).toBe(404)
  expect(await logOf('payout.layout_removed')).toHaveLength(1)
})

test('each taking of the bank’s file is in the log, with who took it', async () => {
  const { id } = (await payee.payouts())[0]!
  const post = async (by: Browser, verb: string) => {
    const { version } = (await payee.payouts())[0]!
    return by.post(`/admin/payout/${verb}/${id}`, { version: String(version) })
  }
  await post(finance, 'release')
  await post(owner, 'approve')
  await finance.post('/admin/payout/send', { payout_on: '2026-12-31', layout: 'semicolon' })
  expect(await logOf('payout.file_taken')).toEqual([])
  for (const by of [finance, owner]) expect((await by.get(`/admin/payout/file/${id}`)).status).toBe(200)
  expect((await auditor.get(`/admin/payout/file/${id}`)).status).toBe(403)
  const taken = await logOf('payout.file_taken')
  expect(taken.map(({ object_id }) => object_id)).toEqual([id, id])
  expect(new Set(taken.map(({ actor_id }) => actor_id)).size).toBe(2)
  expect(await page(finance, '/admin/payout/send')).toMatch(/value="semicolon" selected/)
})

test('the payout day is set with what goes with its rhythm, told in both logs, and not over a newer one', async () => {
  const form = `/admin/payout/day/${payee.entity_id}`
  const { version } = fieldsOf(await page(finance, form))
  const sent = { version: version!, payout_frequency: 'monthly' }
  const empty = await finance.post(form, { ...sent, weekday: '3' })
  expect(empty.status).toBeGreaterThanOrEqual(400)
  expect((await finance.post(form, { ...sent, month_day: '29' })).status).toBe(422)
  expect((await auditor.post(form, { ...sent, month_day: '28' })).status).toBe(403)
  expect((await finance.post(form, { ...sent, month_day: '28' })).status).toBe(302)
  expect((await finance.post(form, { ...sent, month_day: '1' })).status).toBe(409)
  expect(await words(auditor, `/admin/entity/view/${payee.entity_id}`)).toContain('on day 28 of each month')
  expect((await logOf('entity.edited')).at(-1)).toMatchObject({
    after: { payout_frequency: 'monthly', payout_day: 28 },
  })
  const told = await payee.platform((trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('id')
      .where('name', '=', 'entity.log')
      .where('entity_id', '=', payee.entity_id)
      .execute(),
  )
  expect(told.length).toBeGreaterThan(0)
})
