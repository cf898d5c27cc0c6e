import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { openShop, type Shop } from '#app/domain/payments/attempts/test-support.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { htmlOf } from '#app/print/render.tsx'
import { sheetOf } from '#app/print/sheets.tsx'
import { asOwner } from '#db/owner.ts'
import { infaqType } from '#tests/support/database/giving-factories.ts'
import '#tests/support/product/matchers.ts'
import { giftOfAttempt, secondGift } from '#app/domain/accounting/gifts/find-gift.ts'
import { sourceAt } from '#tests/support/product/source.ts'
import { recordGift } from './change-donation.ts'
import { donateForm, type RecordGiftInput } from './donation.ts'
import { maskedGiver, recordNumberShown, revealGiver } from './giver-identity.ts'
import { donationOfAttempt, give, keysOf } from './test-support.ts'

const today = currentDay()
const approval = { tax_approval_no: 'LHDN.01/35/1', tax_from: '2020-01-01', tax_to: '2099-12-31' }
const numbered = { identity_type: 'nric', identity_no: '900101145678' } as const
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const approved = (given: object = approval) => shop.tenant.write((trx) => infaqType(trx, given))

/** The words of a receipt as it is printed. */
async function paper(payment_id: string, audience?: 'public') {
  const order = {
    ...{ id: 'none', kind: 'receipt' as const, subject_id: payment_id, locale: 'en' as const },
    ...{ parameters: audience ? { audience } : {}, created_at: new Date() },
  }
  const source = sourceAt('https://sinar.lunas.test', shop.tenant.place.schema)
  const { title, draw } = await shop.tenant.read((db) => sheetOf(db, order, source))
  const html = htmlOf({ title, i18n: i18nOf('en'), colour: null, page: draw(null) })
  return html.replaceAll(/<style.*?<\/style>|<[^>]+>/gs, '')
}

async function online(given: Parameters<typeof give>[3] = {}, type: object = approval) {
  const attempt = await give(shop, 'infaq', (await approved(type)).id, given)
  await shop.say(attempt, '00')
  return donationOfAttempt(shop, attempt.id)
}

async function atCounter(given: Partial<RecordGiftInput> = {}, type: object = approval) {
  const clerk = await shop.tenant.actor('clerk')
  const input: RecordGiftInput = {
    ...{ type: (await approved(type)).id, branch_id: shop.tenant.branch.id, method: 'cash', amount: 2_000 },
    ...{ paid_on: today, donor_name: 'Puan Rohana', ...given },
  }
  const rules = { scope: scopes.branch(clerk), today, backdate_days: 30, keys: keysOf(shop) }
  return shop.tenant.write((trx) => recordGift(trx, clerk, 'infaq', input, rules))
}

describe('the receipt of a gift', () => {
  test.each([
    ['online', () => online(numbered)],
    ['at the counter', () => atCounter(numbered)],
  ])('given %s promises a deduction with a name and a number, and prints the number', async (_, made) => {
    const { payment_id } = await made()
    const words = await paper(payment_id!)
    for (const part of ['subsection 44(6)', 'LHDN.01/35/1', 'Identity card 900101-14-5678'])
      expect(words).toContain(part)
    const seen = await paper(payment_id!, 'public')
    expect(seen).toContain('900101-**-**78')
    expect(seen).not.toContain('900101-14-5678')
  })

  test.each([
    ['online', () => online()],
    ['at the counter', () => atCounter()],
  ])('given %s without a number promises none', async (_, made) => {
    const words = await paper((await made()).payment_id!)
    expect(words).not.toContain('44(6)')
    expect(words).not.toContain('Identity card')
  })

  test('that was issued when a name was enough says what it said', async () => {
    const { payment_id } = await online()
    const tax = JSON.stringify({ approval_no: 'LHDN.OLD', from: '2026-01-01', to: '2026-12-31' })
    const { schema } = shop.tenant.place
    // As it was issued then; the product itself changes no receipt.
    await asOwner(shop.tenant.database.ownerUrl, async (owner) => {
      const there = owner.withSchema(schema)
      const { content } = await there
        .selectFrom('receipt')
        .select('content')
        .where('payment_id', '=', payment_id)
        .executeTakeFirstOrThrow()
      const { gift, ...rest } = content as { gift: object }
      const old = JSON.stringify({ ...rest, gift: { ...gift, tax: JSON.parse(tax) } })
      await there.deleteFrom('receipt').where('payment_id', '=', payment_id).execute()
      await there.insertInto('receipt').values({ payment_id: payment_id!, content: old }).execute()
    })
    const words = await paper(payment_id!)
    expect(words).toContain('LHDN.OLD')
    expect(words).not.toContain('Identity card')
  })
})

describe('the number of a giver', () => {
  test('is kept sealed, shown masked, and revealed to who finds the gift, which leaves a trace', async () => {
    const { id, identity_no_sealed } = await online(numbered)
    expect(identity_no_sealed).toMatch(/^v1\./)
    const clerk = await shop.tenant.actor('clerk')
    const keys = keysOf(shop)
    expect(await shop.tenant.read((db) => maskedGiver(db, keys, id))).toEqual({
      ...{ type: 'nric', number: '900101-**-**78' },
    })
    const reveal = (scope = scopes.branch(clerk)) =>
      shop.tenant.write((trx) => revealGiver(trx, clerk, scope, keys, id))
    expect(await reveal()).toEqual({ identity_no: '900101-14-5678' })
    expect(await traces(id)).toEqual([clerk.id])
    await expect(reveal({ ...scopes.branch(clerk), branch_ids: [] })).toRefuse('not_found.infaq')
    expect(await traces(id)).toHaveLength(1)
  })

  test('is nothing to reveal where there is none', async () => {
    const { id } = await online()
    const clerk = await shop.tenant.actor('clerk')
    const asked = shop.tenant.write((trx) => revealGiver(trx, clerk, scopes.branch(clerk), keysOf(shop), id))
    await expect(asked).toRefuse('not_found.infaq')
  })

  test('on a receipt that a colleague asks for leaves a trace, on their own it leaves none', async () => {
    const { id, payment_id } = await online(numbered)
    const clerk = await shop.tenant.actor('clerk')
    const note = (scope: ReturnType<typeof scopes.own>, payment = payment_id!) =>
      shop.tenant.write((trx) => recordNumberShown(trx, clerk, scope, payment))
    await note(scopes.own(clerk))
    await note(scopes.branch(clerk), (await online()).payment_id!)
    expect(await traces(id)).toEqual([])
    await note(scopes.branch(clerk))
    expect(await traces(id)).toEqual([clerk.id])
  })

  test('of a further gift of the same order is that of the first', async () => {
    const { attempt_id } = await online(numbered)
    const further = await shop.tenant.write(async (trx) => {
      const gift = await giftOfAttempt(trx, attempt_id!)
      return secondGift(trx, gift, 4_000)
    })
    expect(await shop.tenant.read((db) => maskedGiver(db, keysOf(shop), further.id))).toMatchObject({
      number: '900101-**-**78',
    })
  })

  test('is not taken where nothing needs it', async () => {
    const unneeded = { code: 'donation.identity_unneeded', field: 'identity_no' }
    await expect(online(numbered, {})).rejects.toMatchObject(unneeded)
    await expect(atCounter(numbered, {})).rejects.toMatchObject(unneeded)
    const over = { ...approval, tax_to: '2020-12-31' }
    await expect(online(numbered, over)).rejects.toMatchObject(unneeded)
  })

  test.each([
    [{ identity_type: 'nric', identity_no: '901301-14-5678' }, 'identity.nric'],
    [{ identity_type: 'company', identity_no: 'SDN BHD' }, 'donation.identity_company'],
    [{ ...numbered, anonymous: 'on' }, 'donation.identity_anonymous'],
  ])('%j is wrong at its field', (given, code) => {
    const form = { type: shop.tenant.branch.id, model: 'B2C', bank: 'TEST0021', donor_name: 'Halim' }
    const { error } = donateForm.safeParse({ ...form, ...given })
    expect(error?.issues).toMatchObject([{ path: ['identity_no'], message: code }])
  })
})

/** Who has looked at the number of a gift. */
const traces = async (id: string) =>
  (
    await shop.tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select('actor_id')
        .where('action', '=', 'identity.revealed')
        .where('object_id', '=', id)
        .execute(),
    )
  ).map(({ actor_id }) => actor_id)
