import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import { type ChipWorld, openChipWorld } from '#tests/support/bank/chip-world.ts'
import { branch } from '#tests/support/database/factories.ts'
import { infaqType, paidDonation } from '#tests/support/database/giving-factories.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import '#tests/support/product/matchers.ts'

const approval = { tax_approval_no: 'LHDN.01/35/1', tax_from: '2020-01-01', tax_to: '2099-12-31' }
const whole = '900101-14-5678'
let world: ChipWorld
beforeAll(async () => {
  world = await openChipWorld()
})
afterAll(() => world.close())

const newType = (given: object = approval) =>
  world.tenant.write((trx) => infaqType(trx, { status: 'active', ...given }))
const as = (role: Role) => world.product.signedInAs(world.tenant, role)

/** A gift that a clerk has written down, with the giver's number. */
async function recorded() {
  const clerk = await as('clerk')
  const type = await newType()
  const path = `/infaq/new?type=${type.id}`
  const { anonymous: _, ...fields } = fieldsOf(await (await clerk.get(path)).text())
  const typed = { amount: '25', method: 'cash', donor_name: 'Puan Rohana', identity_no: whole }
  const answer = await clerk.post(path, { ...fields, ...typed })
  expect(answer).toRedirectTo(/^\/infaq\/view\//)
  return { clerk, id: answer.headers.get('location')!.split('/').at(-1)!.split('?')[0]! }
}

test('what is wrong with a gift that is written down is told by the names of its fields', async () => {
  const clerk = await as('clerk')
  await newType()
  const answer = await clerk.post('/infaq/new', { type: '', paid_on: '', donor_name: 'x'.repeat(300) })
  expect(answer.status).toBe(422)
  const html = await answer.text()
  for (const [field, name] of [
    ['type', 'Infaq for'],
    ['paid_on', 'Given on'],
    ['donor_name', 'Giver'],
  ])
    expect(html).toMatch(new RegExp(`<a href="#[^"]*-${field}">${name}: `))
})

const traces = (id: string) =>
  world.tenant.read((db) =>
    db
      .selectFrom('audit_log')
      .select('object_type')
      .where('action', '=', 'identity.revealed')
      .where('object_id', '=', id)
      .execute(),
  )

describe('the page of a gift asks for the number', () => {
  test('only where a receipt for tax may come of it', async () => {
    const giver = world.product.visitor(world.tenant)
    const asks = async ({ code }: { code: string }) =>
      (await (await giver.get(`/infaq/pay?type=${code}&model=card`)).text()).includes('name="identity_no"')
    const over = { ...approval, tax_to: '2020-12-31' }
    expect([
      await asks(await newType()),
      await asks(await newType(over)),
      await asks(await newType({})),
    ]).toEqual([true, false, false])
  })

  test('and says at its field what is wrong with it', async () => {
    const giver = world.product.visitor(world.tenant)
    const { code } = await newType()
    const path = `/infaq/pay?type=${code}&model=card`
    const { anonymous: _, ...shown } = fieldsOf(await (await giver.get(path)).text())
    const fields = {
      ...shown,
      ...{ amount: '50', donor_name: 'Encik Halim', identity_no: '901301145678' },
    }
    const refused = await giver.post(path, fields)
    expect(refused.status).toBe(422)
    const html = await refused.text()
    expect(html).toContain('12 digits of the identity card')
    expect(fieldsOf(html)).toMatchObject({ donor_name: 'Encik Halim', amount: '50' })
    const anonymous = { ...fields, identity_no: whole, anonymous: 'on' }
    expect(await (await giver.post(path, anonymous)).text()).toContain('gets no receipt for tax')
    const company = { ...fields, identity_type: 'company', identity_no: '202001012345' }
    expect(await giver.post(path, company)).toRedirectTo(/^\/payment\/go\//)
  })
})

describe('the form of a gift', () => {
  const opened = async (given: object) => {
    const giver = world.product.visitor(world.tenant)
    const { code } = await newType(given)
    const path = `/infaq/pay?type=${code}&model=card`
    return { giver, path, html: await (await giver.get(path)).text() }
  }

  test('complains of its amount together with all that is wrong', async () => {
    const { giver, path, html } = await opened({ min_sen: 500, suggested_sen: [] })
    const { anonymous: _, donor_name: __, ...fields } = fieldsOf(html)
    const typed = async (amount: string) => (await giver.post(path, { ...fields, amount })).text()
    for (const [amount, wrong] of [
      ['3', 'RM5.00'],
      ['', 'Please choose or enter an amount.'],
    ] as const) {
      const answer = await typed(amount)
      const summary = answer.match(/<div[^>]*role="alert".*?<\/ul>/s)?.[0]
      expect(summary, amount).toContain('-donor_name">')
      expect(summary, amount).toContain('-amount">')
      expect(summary, amount).toContain(wrong)
    }
  })
})

describe('a number that was given', () => {
  test('is masked on the page of the gift, and whole to who asks, which leaves a trace', async () => {
    const { clerk, id } = await recorded()
    const seen = await (await clerk.get(`/infaq/view/${id}`)).text()
    expect(seen).toContain('900101-**-**78')
    const asked = await (await clerk.get(`/infaq/reveal/${id}`)).text()
    for (const html of [seen, asked]) {
      expect(html).not.toContain(whole)
      expect(html).not.toContain('900101145678')
    }
    expect(await traces(id)).toEqual([])
    expect(await (await clerk.post(`/infaq/reveal/${id}`)).text()).toContain(whole)
    expect(await traces(id)).toEqual([{ object_type: 'donation' }])
  })

  test('is not found of a stranger’s gift, nor of one without; and nobody else may ask', async () => {
    const { clerk, id } = await recorded()
    const [far, bare] = await world.tenant.write(async (trx) => [
      await paidDonation(trx, { branch_id: (await branch(trx)).id }),
      await paidDonation(trx, { branch_id: world.tenant.branch.id }),
    ])
    for (const one of [far!.id, bare!.id]) {
      expect((await clerk.get(`/infaq/reveal/${one}`)).status).toBe(404)
      expect((await clerk.post(`/infaq/reveal/${one}`)).status).toBe(404)
    }
    for (const role of ['parent', 'class-admin'] as const)
      expect((await (await as(role)).post(`/infaq/reveal/${id}`)).status).toBe(403)
    expect(await traces(id)).toEqual([])
  })

  test('leaves a trace when a colleague asks for the receipt on which it is printed', async () => {
    const { clerk, id } = await recorded()
    const { payment_id } = await world.tenant.read((db) =>
      db.selectFrom('donation').select('payment_id').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(await clerk.get(`/payment/download/${payment_id}`)).toRedirectTo(/document/)
    expect(await traces(id)).toHaveLength(1)
  })
})

test('what waits for staff stays counted while gifts are begun, and is counted anew once one is written down', async () => {
  const forget = vi.spyOn(world.product.services.toDoCounts, 'forget')
  const giver = world.product.visitor(world.tenant)
  const { code } = await newType()
  const path = `/infaq/pay?type=${code}&model=card`
  const fields = {
    ...fieldsOf(await (await giver.get(path)).text()),
    amount: '50',
    donor_name: 'Encik Halim',
  }
  expect(await giver.post(path, fields)).toRedirectTo(/^\/payment\/go\//)
  expect(forget).not.toHaveBeenCalled()
  await recorded()
  expect(forget).toHaveBeenCalledWith(world.tenant.place.id)
})
