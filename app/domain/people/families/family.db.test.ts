import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import { siblingGroup } from '#app/domain/billing/plan/siblings.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { sealedIdentity } from '#app/domain/identity/accounts/identity.ts'
import type { FamilyPaymentInput } from '#app/domain/payments/payments/payment.ts'
import { recordFamilyPayment } from '#app/domain/payments/payments/record-payment.ts'
import { newFamilyCode } from '#app/domain/people/parents/family-code.ts'
import { familyBalance } from '#app/domain/people/parents/find-parents.ts'
import { auditOf } from '#app/domain/people/parents/test-support.ts'
import { newId } from '#db/id.ts'
import { demoRing } from '#tests/support/database/demo.ts'
import { branch, enrolment, insert, parent, student } from '#tests/support/database/factories.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { childrenOfFamily, familyHead, openInvoicesOf, searchFamilies } from './find-families.ts'
import '#tests/support/product/matchers.ts'
import {
  addFile,
  familyFile,
  filesOfFamily,
  joinedFamilies,
  joinFamily,
  removeFile,
  unjoinFamily,
} from './change-family.ts'

describe('families', () => {
  const today = '2026-02-10'
  let tenant: Tenant
  let all: RowScope
  let near: RowScope
  beforeAll(async () => {
    tenant = await freshTenant()
    all = scopes.all(await tenant.actor('admin'))
    const clerk = await tenant.actor('clerk')
    near = { ...scopes.all(clerk), scope: 'branch', branch_ids: clerk.branch_ids }
  })

  const keys = () => ({ ring: demoRing, place: tenant.place.schema })

  /** A father who pays, a mother who does not, a child here and one in another branch, with an invoice each. */
  async function family(name: string) {
    return tenant.write(async (trx) => {
      const far = await branch(trx)
      const father = await parent(trx, { name: `Encik ${name}` })
      const mother = await parent(trx, { name: `Puan ${name}` })
      const here = await student(
        trx,
        { name: `Ali ${name}`, branch_id: tenant.branch.id, born_on: '2015-01-01' },
        { payer: father },
      )
      const there = await student(
        trx,
        { name: `Siti ${name}`, branch_id: far.id, born_on: '2017-01-01' },
        { payer: father },
      )
      await insert(trx, 'student_parent', {
        ...{ student_id: here.id, parent_id: mother.id, relationship: 'mother' },
      })
      const due = { payer_parent_id: father.id }
      const first = await invoice(
        trx,
        { ...due, student_id: here.id, branch_id: here.branch_id, due_on: '2026-02-01' },
        [{ price_sen: 12_000 }],
      )
      const second = await invoice(
        trx,
        { ...due, student_id: here.id, branch_id: here.branch_id, due_on: '2026-02-28' },
        [{ price_sen: 8_000 }],
      )
      const elsewhere = await invoice(trx, { ...due, student_id: there.id, branch_id: far.id }, [
        { price_sen: 5_000 },
      ])
      return { father, mother, here, there, first, second, elsewhere, far }
    })
  }

  const found = async (typed: string, scope = all) =>
    (await tenant.read((db) => searchFamilies(db, scope, keys(), typed))).rows.map(({ id }) => id)

  async function take(parent_id: string, given: Partial<FamilyPaymentInput>, scope = all) {
    const actor = await tenant.actor('clerk')
    const input: FamilyPaymentInput = {
      ...{ method: 'cash', amount: 0, paid_on: today, lines: [] },
      ...given,
    }
    const rules = { scope, today, backdate_days: 30 }
    return tenant.write((trx) => recordFamilyPayment(trx, actor, parent_id, input, rules))
  }

  const balanced = async () => expect(await tenant.read(imbalance)).toEqual({})
  const balanceOf = (id: string, scope = all) => tenant.read((db) => familyBalance(db, scope, id))

  describe('a family is found', () => {
    test('by a child, by either parent, by words in any order, and only once', async () => {
      const { father } = await family('Zubir')
      for (const typed of ['ali zubir', 'ZUBIR siti', 'Puan Zubir', 'zubir', 'ub ir'])
        expect(await found(typed), typed).toEqual([father.id])
      expect(await found('zubirr')).toEqual([])
      expect(await found('z')).toEqual([])
    })

    test('by phone in any spelling, family code, student number, birth certificate and identity number', async () => {
      const { father, mother, here } = await family('Qadir')
      const phone = '+60198887766'
      await tenant.write(async (trx) => {
        await trx.updateTable('parent').set({ phone }).where('id', '=', mother.id).execute()
        const at = { ...keys(), table: 'student' as const, row: here.id }
        await trx
          .updateTable('student')
          .set({ ...sealedIdentity(demoRing, at, '150101990001'), birth_cert_no: 'CC55443' })
          .where('id', '=', here.id)
          .execute()
      })
      const typed = ['019-888 7766', '+60 19 888 7766', '0060198887766', '8887766', here.student_no]
      for (const one of [...typed, father.family_code.toLowerCase(), 'cc55443', '150101-99-0001'])
        expect(await found(one), one).toEqual([father.id])
      expect(await found('150101-99-000')).toEqual([])
    })

    test('in the own branches alone, and not by a child of another one', async () => {
      const { father } = await family('Wahid')
      expect(await found('ali wahid', near)).toEqual([father.id])
      expect(await found('siti wahid', near)).toEqual([])
      const other = await tenant.write(async (trx) => {
        const payer = await parent(trx, { name: 'Jauh Sekali' })
        await student(trx, { branch_id: (await branch(trx)).id }, { payer })
        return payer
      })
      expect(await found('jauh sekali', near)).toEqual([])
      expect(await found('jauh sekali')).toEqual([other.id])
    })

    test('with what it owes as far as the reader sees it, and no wild card counts as one', async () => {
      await family('Yaakob')
      const owed = async (scope: RowScope) =>
        (await tenant.read((db) => searchFamilies(db, scope, keys(), 'yaakob'))).rows[0]?.owed_sen
      expect(await owed(all)).toBe(25_000)
      expect(await owed(near)).toBe(20_000)
      expect(await found('%%')).toEqual([])
      expect(await found('__')).toEqual([])
    })

    test('without a family elsewhere that only shares a parent with one here, nor its children', async () => {
      const { father, mother, far } = await family('Osman')
      const elsewhere = await tenant.write(async (trx) => {
        const payer = await parent(trx, { name: 'Encik Lain' })
        const { id } = await student(trx, { name: 'Adik Lain', branch_id: far.id }, { payer })
        await insert(trx, 'student_parent', {
          ...{ student_id: id, parent_id: mother.id, relationship: 'mother' },
        })
        return payer
      })
      const rows = async (scope: RowScope) =>
        (await tenant.read((db) => searchFamilies(db, scope, keys(), 'puan osman'))).rows
      expect((await rows(near)).map(({ id, children }) => [id, children])).toEqual([[father.id, 'Ali Osman']])
      expect((await rows(all)).map(({ id }) => id).toSorted()).toEqual([father.id, elsewhere.id].toSorted())
    })

    test('twenty at most, and it says that there are more', async () => {
      await tenant.write(async (trx) => {
        for (let index = 0; index < 21; index += 1) await parent(trx, { name: `Ramai ${index}` })
      })
      const { rows, more } = await tenant.read((db) => searchFamilies(db, all, keys(), 'ramai'))
      expect([rows.length, more]).toEqual([20, true])
    })
  })

  describe('the account of a family', () => {
    test('is that of the parent who pays; the other one leads to it, and a stranger to nothing', async () => {
      const { father, mother } = await family('Hamzah')
      const head = (id: string, scope = all) => tenant.read((db) => familyHead(db, scope, id))
      expect((await head(father.id)).payer_id).toBeNull()
      expect((await head(mother.id)).payer_id).toBe(father.id)
      const stranger = await tenant.write(async (trx) => {
        const payer = await parent(trx)
        await student(trx, { branch_id: (await branch(trx)).id }, { payer })
        return payer
      })
      await expect(head(stranger.id, near)).rejects.toMatchObject({ code: 'not_found.parent' })
      await expect(head(newId())).rejects.toMatchObject({ code: 'not_found.parent' })
    })

    test('shows a branch its own children and invoices, and that there are others', async () => {
      const { father, here, first, second, elsewhere } = await family('Latif')
      const seen = async (scope: RowScope) => {
        const children = await tenant.read((db) => childrenOfFamily(db, scope, father.id))
        const open = await tenant.read((db) => openInvoicesOf(db, scope, father.id, today))
        return [children.rows.length, children.elsewhere, open.map(({ id }) => id)]
      }
      expect(await seen(near)).toEqual([1, 1, [first.id, second.id]])
      expect(await seen(all)).toEqual([2, 0, [first.id, elsewhere.id, second.id]])
      expect(here.branch_id).toBe(tenant.branch.id)
    })

    test('is what its books say: what is open, less the credit', async () => {
      const { father, first, second, elsewhere } = await family('Bakar')
      const before = await balanceOf(father.id)
      expect(before).toEqual({ owed_sen: 25_000, credit_sen: 0, reserved_sen: 0 })
      const lines = [
        { invoice_id: first.id, amount: 12_000 },
        { invoice_id: second.id, amount: 3_000 },
        { invoice_id: elsewhere.id },
      ]
      const { payment_id, credit_sen } = await take(father.id, { amount: 16_000, lines, keep_rest: 'on' })
      expect(credit_sen).toBe(1_000)
      expect(await balanceOf(father.id)).toEqual({ owed_sen: 10_000, credit_sen: 1_000, reserved_sen: 0 })
      const { allocated, receipts } = await tenant.read(async (db) => ({
        allocated: await db
          .selectFrom('payment_allocation')
          .select(['invoice_id', 'amount_sen'])
          .where('payment_id', '=', payment_id)
          .orderBy('amount_sen')
          .execute(),
        receipts: await db.selectFrom('receipt').selectAll().where('payment_id', '=', payment_id).execute(),
      }))
      expect(allocated).toEqual([
        { invoice_id: second.id, amount_sen: 3_000 },
        { invoice_id: first.id, amount_sen: 12_000 },
      ])
      expect(receipts).toHaveLength(1)
      const { credit, owed } = await tenant.read(async (db) => ({
        credit: await db.selectFrom('credit_entry').selectAll().where('parent_id', '=', father.id).execute(),
        owed: await db
          .selectFrom('invoice')
          .select(['total_sen', 'paid_sen'])
          .where('payer_parent_id', '=', father.id)
          .execute(),
      }))
      expect(credit.reduce((sum, { delta_sen }) => sum + delta_sen, 0)).toBe(1_000)
      expect(owed.reduce((sum, { total_sen, paid_sen }) => sum + total_sen - paid_sen, 0)).toBe(10_000)
      await balanced()
    })
  })

  describe('one payment for several invoices refuses', () => {
    const refused = (parent_id: string, given: Partial<FamilyPaymentInput>, scope = all) =>
      expect(take(parent_id, given, scope)).rejects

    test('nothing, more than is there, more than is owed, what is left over, and the same invoice twice', async () => {
      const { father, first, second } = await family('Salleh')
      const line = (invoice_id: string, amount?: number) => ({ invoice_id, ...(amount ? { amount } : {}) })
      await refused(father.id, { amount: 100, lines: [line(first.id)] }).toMatchObject({
        code: 'payment.nothing_paid',
      })
      const lines = [line(first.id, 12_000), line(second.id, 8_000)]
      await refused(father.id, { amount: 19_999, lines }).toMatchObject({
        ...{ code: 'payment.split_above', field: 'amount', values: { short: 'RM0.01' } },
      })
      await refused(father.id, { amount: 20_001, lines }).toMatchObject({
        ...{ code: 'payment.rest_to_credit', field: 'keep_rest', values: { rest: 'RM0.01' } },
      })
      const above = [line(first.id), line(second.id, 8_001)]
      await refused(father.id, { amount: 8_001, lines: above }).toMatchObject({
        ...{ code: 'payment.amount_above_balance', field: 'lines[1].amount' },
      })
      const twice = [line(first.id, 6_000), line(first.id, 6_000)]
      await refused(father.id, { amount: 12_000, lines: twice }).toMatchObject({ code: 'input.invalid' })
      await balanced()
    })

    test('a day that is to come, or too long ago', async () => {
      const { father, second } = await family('Tahir')
      const lines = [{ invoice_id: second.id, amount: 100 }]
      const on = (paid_on: string) => refused(father.id, { amount: 100, lines, paid_on })
      await on('2026-02-11').toMatchObject({ code: 'payment.date_future', field: 'paid_on' })
      await on('2026-01-10').toMatchObject({ code: 'payment.date_too_old', field: 'paid_on' })
    })

    test('an invoice that somebody else pays, or that the clerk does not reach, and leaves all as it was', async () => {
      const { father, first, elsewhere } = await family('Rahim')
      const other = await family('Karim')
      for (const [invoice_id, scope] of [
        [other.first.id, all],
        [elsewhere.id, near],
        [newId(), all],
      ] as const) {
        const lines = [
          { invoice_id: first.id, amount: 100 },
          { invoice_id, amount: 100 },
        ]
        await refused(father.id, { amount: 200, lines }, scope).toMatchObject({ code: 'not_found.invoice' })
      }
      expect(await balanceOf(father.id)).toEqual({ owed_sen: 25_000, credit_sen: 0, reserved_sen: 0 })
    })

    test('an invoice that was paid meanwhile, also when both pay at the same moment', async () => {
      const { father, first, second } = await family('Mansor')
      const lines = [
        { invoice_id: first.id, amount: 12_000 },
        { invoice_id: second.id, amount: 8_000 },
      ]
      const results = await Promise.allSettled([1, 2].map(() => take(father.id, { amount: 20_000, lines })))
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult
      expect(failed.reason).toMatchObject({
        code: 'payment.family_changed',
        values: { number: expect.stringMatching(/^INV-/) },
      })
      expect(await balanceOf(father.id)).toEqual({ owed_sen: 5_000, credit_sen: 0, reserved_sen: 0 })
      await balanced()
    })
  })
})

describe('files of a family', () => {
  test('are read by who reaches the family, and by nobody once they were removed', async () => {
    const tenant = await freshTenant()
    const admin = await tenant.actor('admin')
    const all = scopes.all(admin)
    const { owner, id } = await tenant.write(async (trx) => {
      const owner = await parent(trx)
      const file = { name: 'surat.pdf', content_type: 'application/pdf', size_bytes: 5 } as const
      await addFile(trx, admin, all, owner.id, { ...file, storage_key: 'aa/surat.pdf' })
      const [row] = await filesOfFamily(trx, [owner.id])
      return { owner, id: row!.id }
    })
    const get = (scope: RowScope) => tenant.read((db) => familyFile(db, scope, id))
    expect(await get(all)).toMatchObject({ parent_id: owner.id, storage_key: 'aa/surat.pdf' })
    await expect(get({ ...all, scope: 'branch', branch_ids: [] })).toRefuse('not_found.file')
    await expect(get({ ...all, scope: 'own', parent_id: newId() })).toRefuse('not_found.file')
    await tenant.write((trx) => removeFile(trx, admin, all, id))
    await expect(get(all)).toRefuse('not_found.file')
  })
})

describe('joined families', () => {
  const today = '2026-03-17'
  const reason = 'Sepupu yang tinggal serumah'
  let tenant: Tenant
  let admin: Actor
  let supervisor: Actor
  let count = 0
  beforeAll(async () => {
    tenant = await freshTenant()
    ;[admin, supervisor] = [await tenant.actor('admin'), await tenant.actor('supervisor')]
  })

  /** A payer with children who were registered on these days and sit in a class. */
  const family = (registered: string[], branch_id = tenant.branch.id) =>
    tenant.write(async (trx) => {
      count += 1
      const family_code = newFamilyCode((below) => (count * 7 + below) % below)
      const payer = await parent(trx, { family_code, name: `Keluarga ${count}` })
      const children = []
      for (const registered_on of registered) {
        const child = await student(trx, { branch_id, registered_on }, { payer })
        await enrolment(trx, { student_id: child.id, starts_on: '2026-01-05' })
        children.push(child)
      }
      return { ...payer, children: children.map(({ id }) => id) }
    })
  const join = (id: string, family_code: string, actor = admin) =>
    tenant.write((trx) => joinFamily(trx, actor, scopes.all(actor), id, { family_code, reason }))
  const part = (id: string) => tenant.write((trx) => unjoinFamily(trx, admin, scopes.all(admin), id))
  const group = (students: string[], actor = admin) =>
    tenant.read((db) =>
      siblingGroup(db, actor === admin ? scopes.all(actor) : scopes.branch(actor), students, today),
    )

  describe('two families', () => {
    test('count as one while they are joined, in one order, and the log says so', async () => {
      const [one, other] = [await family(['2025-02-01', '2026-01-02']), await family(['2025-06-01'])]
      expect(await group(other.children)).toEqual([])
      await join(one.id, other.family_code.toLowerCase())
      const [first, last] = one.children
      const expected = [
        { id: first, child: 1, because: 'first' },
        { id: other.children[0], child: 2, because: 'registered' },
        { id: last, child: 3, because: 'registered' },
      ]
      expect(await group(other.children)).toMatchObject(expected)
      expect(await group(one.children)).toMatchObject(expected)
      for (const id of [one.id, other.id])
        expect(await tenant.read((db) => joinedFamilies(db, id))).toMatchObject([
          { parent_id: one.id, reason },
        ])
      await part(one.id)
      await part(one.id)
      expect(await group(other.children)).toEqual([])
      expect((await auditOf(tenant, one.id)).map(({ action }) => action)).toEqual([
        'parent.family_joined',
        'parent.family_parted',
      ])
    })

    test('are joined once, and by one step', async () => {
      const [one, two, three] = [await family([]), await family([]), await family([])]
      await join(one.id, two.family_code)
      await expect(join(one.id, two.family_code)).toRefuse('family.joined_already', 'family_code')
      await expect(join(one.id, three.family_code)).toRefuse('family.joined_already')
      await expect(join(three.id, one.family_code)).toRefuse('family.joined_already')
      await expect(join(two.id, three.family_code)).toRefuse('family.joined_already')
      await join(three.id, two.family_code)
      await expect(join(one.id, one.family_code)).toRefuse('family.code', 'family_code')
      await expect(join(one.id, 'ABCDEFGH')).toRefuse('family.code', 'family_code')
    })

    test('are joined one way by two who do it at once', async () => {
      const [one, two] = [await family([]), await family([])]
      const done = await Promise.allSettled([join(one.id, two.family_code), join(two.id, one.family_code)])
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    test('are joined only by who reaches both', async () => {
      const far = await tenant.write((trx) => branch(trx))
      const [here, there] = [await family(['2025-02-01']), await family(['2025-03-01'], far.id)]
      const joining = (id: string, family_code: string) =>
        tenant.write((trx) =>
          joinFamily(trx, supervisor, scopes.branch(supervisor), id, { family_code, reason }),
        )
      await expect(joining(here.id, there.family_code)).toRefuse('family.code')
      await expect(joining(there.id, here.family_code)).toRefuse('not_found.parent')
      await join(here.id, there.family_code)
      expect(await group(here.children, supervisor)).toMatchObject([{ child: 1 }, { child: 2, name: null }])
    })
  })

  test('a child who sits in no class is not counted, and twins by their number', async () => {
    const { id, children } = await family(['2025-02-01', '2025-02-01'])
    const idle = await tenant.write((trx) =>
      student(trx, { branch_id: tenant.branch.id, registered_on: '2020-01-01' }, { payer: { id } }),
    )
    const rows = await group(children)
    expect(rows.map(({ child, because }) => [child, because])).toEqual([
      [1, 'first'],
      [2, 'number'],
      [null, expect.anything()],
    ])
    expect(rows[2]!.id).toBe(idle.id)
  })
})
