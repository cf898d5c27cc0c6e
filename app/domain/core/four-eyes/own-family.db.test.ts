import { beforeAll, describe, expect, test } from 'vitest'
import { createDraft } from '#app/domain/billing/invoices/change-invoice.ts'
import { cancelNow, requestCancel } from '#app/domain/payments/cancel-requests/change-cancel-request.ts'
import { familyPaymentForm } from '#app/domain/payments/payments/payment.ts'
import { recordFamilyPayment } from '#app/domain/payments/payments/record-payment.ts'
import { setOwnFees } from '#app/domain/people/enrolments/change-enrolment.ts'
import { joinFamily, unjoinFamily } from '#app/domain/people/families/change-family.ts'
import { editParent, inviteParent } from '#app/domain/people/parents/change-parent.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { setFamily } from '#app/domain/people/students/family.ts'
import { newId } from '#db/id.ts'
import * as make from '#tests/support/database/factories.ts'
import * as money from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { application } from '#tests/support/database/application-factories.ts'
import { type Actor, everywhere, userOrSystemActor } from '../actor.ts'
import { record, recordEach } from '../audit.ts'
import { enoughOthers, familyActions, isRule } from './own-family.ts'

const today = '2026-03-02'
type Trx = make.Trx

/** What the log names of one family, by the kind of record. */
type Things = Record<string, string>

/** A family with a child, and one record of each kind about its money. */
async function family(trx: Trx, tenant: Tenant, payer: { id: string }): Promise<Things> {
  const pupil = await make.student(trx, { branch_id: tenant.branch.id }, { payer })
  const subject = await make.subject(trx, { branch_id: tenant.branch.id })
  const fee_category = await make.feeCategory(trx, { discountable: true })
  const fee_type = await make.feeType(trx, { fee_category_id: fee_category.id })
  const price = await make.subjectFee(trx, { subject_id: subject.id, fee_type_id: fee_type.id })
  const seat = await make.enrolment(trx, { student_id: pupil.id, subject_id: subject.id })
  const rule = await make.discount(trx, { type: 'manual' })
  const given = await make.studentDiscount(trx, {
    ...{ student_id: pupil.id, discount_id: rule.id, status: 'approved' },
  })
  const owed = { student_id: pupil.id, payer_parent_id: payer.id, branch_id: tenant.branch.id }
  const bill = await money.invoice(trx, { ...owed, total_sen: 12_000 })
  const paid = await money.payment(trx, { payer_parent_id: payer.id, branch_id: tenant.branch.id })
  const other = await make.parent(trx)
  const move = await make.insert(trx, 'credit_move', {
    ...{ id: newId(), parent_id: other.id, to_parent_id: payer.id, amount_sen: 100 },
    ...{ reason: 'Pindahan kredit keluarga', requested_by: (await tenant.actor('clerk')).id },
  })
  const change = await make.insert(trx, 'student_change', {
    ...{ id: newId(), student_id: pupil.id, parent_id: payer.id, changes_sealed: 'x' },
    requested_by: (await tenant.actor('clerk')).id,
  })
  const applied = await application(trx, { parent_id: payer.id })
  return {
    ...{ parent: payer.id, student: pupil.id, enrolment: seat.id, subject_fee: price.id, discount: rule.id },
    ...{ subject: subject.id, fee_type: fee_type.id, fee_category: fee_category.id },
    ...{ student_discount: given.id, invoice: bill.id, payment: paid.id, credit_move: move.id },
    ...{ student_change: change.id, application: applied.id },
    credit_note: (await money.creditNote(trx, { invoice_id: bill.id, branch_id: tenant.branch.id })).id,
    credit_refund: (await money.creditRefund(trx, { parent_id: payer.id })).id,
    arrangement: (await money.arrangement(trx, { invoice_id: bill.id })).id,
    transfer_slip: (await money.transferSlip(trx, { invoice_id: bill.id })).id,
  }
}

/** Kinds whose rows come from a run, a statement or a gateway; the roads below and their own tests go there. */
const elsewhere = new Set(['bank_line', 'payment_exception', 'import', 'generation'])
const typeOf = (action: string) => {
  const [noun] = action.split('.') as [string]
  return noun === 'credit' ? 'parent' : noun
}
const actions = Object.keys(familyActions).filter((action) => !elsewhere.has(typeOf(action)))
const fields = {
  ...{ income_above_2500: true, nationality: 'MY', registered_on: today },
  ...{ fee_category_id: 'x', taxable: true, discountable: true, sessions_per_month: 2 },
}
const refusalOf = (action: string) => (isRule(action) ? 'four_eyes.own_family_rule' : 'four_eyes.own_family')

describe('the money of a family', () => {
  let tenant: Tenant
  let things: Things
  /** Administrators: the one who pays, the other parent, one on file by phone alone, and one of another family. */
  let people: Record<'payer' | 'spouse' | 'by_phone' | 'stranger', Actor>

  beforeAll(async () => {
    tenant = await freshTenant()
    await tenant.write(async (trx) => {
      const admin = (more = {}) =>
        make.user(trx, { roles: ['admin'], ...more }, { branch_id: tenant.branch.id })
      const [payer, spouse, stranger] = [await admin(), await admin(), await admin()]
      const by_phone = await admin({ phone: '+60155500123' })
      const head = await make.parent(trx, { user_id: payer.id })
      things = await family(trx, tenant, head)
      for (const given of [{ user_id: spouse.id }, { phone: '+60155500123' }]) {
        const { id: parent_id } = await make.parent(trx, given)
        await make.insert(trx, 'student_parent', {
          ...{
            student_id: things.student!,
            parent_id,
            relationship: 'guardian',
            is_primary: false,
            is_payer: false,
          },
        })
      }
      await family(trx, tenant, await make.parent(trx, { user_id: stranger.id }))
      const actor = async ({ id }: { id: string }): Promise<Actor> => ({
        ...(await userOrSystemActor(trx, id)),
        roles: ['admin'],
      })
      people = {
        ...{ payer: await actor(payer), spouse: await actor(spouse) },
        ...{ by_phone: await actor(by_phone), stranger: await actor(stranger) },
      }
    })
  })

  const logs = (who: keyof typeof people, action: string) =>
    tenant.write((trx) =>
      record(
        trx,
        people[who],
        action,
        { type: typeOf(action), id: things[typeOf(action)]! },
        { after: fields },
      ),
    )

  test.each(actions)('%s is refused to its parents, and to nobody else', async (action) => {
    for (const who of ['payer', 'spouse', 'by_phone'] as const)
      await expect(logs(who, action), who).toRefuse(refusalOf(action))
    await logs('stranger', action)
  })

  test('of a person is what prices depend on, and not their name', async () => {
    const edit = (action: string, type: string) =>
      tenant.write((trx) =>
        record(trx, people.payer, action, { type, id: things[type]! }, { after: { name: 'Nama baharu' } }),
      )
    await edit('parent.edited', 'parent')
    await edit('student.edited', 'student')
  })

  test('may change with that of enough others by one act, and not with a few', async () => {
    const others = await tenant.write((trx) =>
      Promise.all(Array.from({ length: enoughOthers }, () => make.enrolment(trx))),
    )
    const end = (...ids: string[]) =>
      tenant.write((trx) =>
        recordEach(
          trx,
          people.payer,
          'enrolment.ended',
          { type: 'enrolment' },
          ids.map((id) => ({ id })),
        ),
      )
    const ids = others.map(({ id }) => id)
    await end(things.enrolment!, ...ids)
    await expect(end(things.enrolment!, ...ids.slice(1))).toRefuse('four_eyes.own_family_rule')
    await expect(end(things.enrolment!)).toRefuse('four_eyes.own_family')
  })

  describe('may change with that of enough others by one price', () => {
    const undo = new Error('undo')
    const rowOf = <T extends 'subject_fee' | 'subject'>(trx: Trx, type: T) =>
      trx
        .selectFrom(type as 'subject')
        .selectAll()
        .where('id', '=', things[type]!)
        .executeTakeFirstOrThrow()

    /** A class with the own child and so many others, in which a price, a discount or the like is changed. */
    const act = (
      action: string,
      others: number,
      make_other: (trx: Trx, subject_id: string, index: number) => Promise<unknown>,
      about = { type: typeOf(action), id: things[typeOf(action)]! },
      before: (trx: Trx) => Promise<unknown> = async () => {},
    ) =>
      tenant.write(async (trx) => {
        const { id: subject_id } = await rowOf(trx, 'subject')
        await before(trx)
        for (let index = 0; index < others; index += 1) await make_other(trx, subject_id, index)
        await record(trx, people.payer, action, about, { after: fields })
        const { after } = await trx
          .selectFrom('audit_log')
          .select('after')
          .where('object_id', '=', about.id)
          .where('action', '=', action)
          .orderBy('position', 'desc')
          .limit(1)
          .executeTakeFirstOrThrow()
        expect(after).toMatchObject({ own_family: true })
        throw undo
      })
    const seat = (trx: Trx, subject_id: string) => make.enrolment(trx, { subject_id })

    test.each([
      ...['subject_fee.price_changed', 'subject_fee.created', 'subject.deactivated', 'subject.edited'],
      ...['fee_type.edited', 'fee_category.edited'],
    ])('%s, which the log marks', async (action) => {
      await expect(act(action, 1, seat)).toRefuse('four_eyes.own_family_rule')
      await expect(act(action, enoughOthers - 1, seat)).toRefuse('four_eyes.own_family_rule')
      await expect(act(action, enoughOthers, seat)).rejects.toBe(undo)
    })

    test('and children of one family are one other', async () => {
      let payer: { id: string } | undefined
      await expect(
        act('subject_fee.price_changed', enoughOthers, async (trx, subject_id) => {
          payer ??= await make.parent(trx)
          const { id: student_id } = await make.student(trx, {}, { payer })
          return make.enrolment(trx, { subject_id, student_id })
        }),
      ).toRefuse('four_eyes.own_family_rule')
    })

    test.each<[string, (trx: Trx, subject_id: string) => Promise<unknown>]>([
      ['wait for a place', (trx, subject_id) => make.enrolment(trx, { subject_id, status: 'waitlisted' })],
      [
        'have a price of their own',
        async (trx, subject_id) => {
          const { id: enrolment_id } = await make.enrolment(trx, { subject_id })
          const { fee_type: fee_type_id } = things
          const own = { enrolment_id, fee_type_id: fee_type_id!, amount_sen: 9_000, reason: 'Harga lama' }
          return make.insert(trx, 'enrolment_fee', own)
        },
      ],
    ])('and not where the others %s', async (_, other) => {
      await expect(act('subject_fee.price_changed', enoughOthers, other)).toRefuse(
        'four_eyes.own_family_rule',
      )
    })

    test('and not where it is a fee of foreigners, and the others are citizens', async () => {
      const foreign = async (trx: Trx) => {
        await trx
          .updateTable('student')
          .set({ nationality: 'SG' })
          .where('id', '=', things.student!)
          .execute()
        await trx
          .updateTable('subject_fee')
          .set({ apply_to: 'foreign' })
          .where('id', '=', things.subject_fee!)
          .execute()
      }
      const about = { type: 'subject_fee', id: things.subject_fee! }
      await expect(act('subject_fee.price_changed', enoughOthers, seat, about, foreign)).toRefuse(
        'four_eyes.own_family_rule',
      )
    })

    test('and the own child that waits for a place is of the own family', async () => {
      const waits = (trx: Trx) =>
        trx
          .updateTable('enrolment')
          .set({ status: 'waitlisted' })
          .where('id', '=', things.enrolment!)
          .execute()
      const about = { type: 'subject_fee', id: things.subject_fee! }
      await expect(act('subject_fee.price_changed', 1, seat, about, waits)).toRefuse(
        'four_eyes.own_family_rule',
      )
    })

    describe('and a discount that is granted automatically', () => {
      const grant = (others: number, given: object, other = seat, category?: boolean) =>
        tenant.write(async (trx) => {
          const { id: subject_id } = await rowOf(trx, 'subject')
          for (let index = 0; index < others; index += 1) await other(trx, subject_id)
          const { id } = await make.discount(trx, { ...given })
          if (category)
            await make.insert(trx, 'discount_fee_category', {
              ...{ discount_id: id, fee_category_id: things.fee_category! },
            })
          await record(trx, people.payer, 'discount.created', { type: 'discount', id })
          throw undo
        })
      const early = { type: 'early', days_early: 3 }

      test.each([true, false])('for paying early, of a category alone: %s', async (category) => {
        await expect(grant(1, early, seat, category)).toRefuse('four_eyes.own_family_rule')
        await expect(grant(enoughOthers, early, seat, category)).rejects.toBe(undo)
      })

      test('for several classes, which no other has', async () => {
        const many = { type: 'multi_subject', from_subjects: 2 }
        const also = async (trx: Trx, subject_id: string) => {
          await make.enrolment(trx, { student_id: things.student! })
          return seat(trx, subject_id)
        }
        await expect(grant(enoughOthers, many, also)).toRefuse('four_eyes.own_family_rule')
        await expect(grant(enoughOthers, many)).rejects.toBe(undo)
      })

      test('for siblings, which no other has', async () => {
        const sibling = async (trx: Trx, subject_id: string) => {
          const payer = { id: things.parent! }
          const { id: student_id } = await make.student(trx, {}, { payer })
          await make.enrolment(trx, { student_id })
          return seat(trx, subject_id)
        }
        const rule = { type: 'sibling', second_child_bp: 1_000 }
        await expect(grant(enoughOthers, rule, sibling)).toRefuse('four_eyes.own_family_rule')
        await expect(grant(enoughOthers, rule)).rejects.toBe(undo)
      })

      test('for a low income, which no other has', async () => {
        const poor = async (trx: Trx, subject_id: string) => {
          await trx
            .updateTable('parent')
            .set({ income_above_2500: false })
            .where('id', '=', things.parent!)
            .execute()
          return seat(trx, subject_id)
        }
        const rule = { type: 'subsidy', by_income: true }
        await expect(grant(enoughOthers, rule, poor)).toRefuse('four_eyes.own_family_rule')
        await expect(grant(enoughOthers, rule)).rejects.toBe(undo)
      })

      test('is free where somebody has to give it', async () => {
        await expect(grant(0, { type: 'manual' })).rejects.toBe(undo)
      })
    })
  })

  describe('is not found by a phone that says nothing', () => {
    const undo = new Error('undo')
    const phone = '+60155500190'
    /** A clerk with this phone cancels the invoice of a parent with it. */
    const cancels = (setUp: (trx: Trx, clerk: Actor) => Promise<unknown>) =>
      tenant.write(async (trx) => {
        const { id } = await make.user(trx, { roles: ['admin'], phone }, { branch_id: tenant.branch.id })
        const clerk: Actor = { ...(await userOrSystemActor(trx, id)), roles: ['admin'] }
        const payer = await make.parent(trx, { phone })
        const pupil = await make.student(trx, { branch_id: tenant.branch.id }, { payer })
        const bill = await money.invoice(trx, {
          ...{ student_id: pupil.id, payer_parent_id: payer.id, branch_id: tenant.branch.id },
        })
        await setUp(trx, clerk)
        await record(trx, clerk, 'invoice.cancelled', { type: 'invoice', id: bill.id })
        throw undo
      })
    const branchHasIt = (trx: Trx) =>
      trx.updateTable('branch').set({ phone }).where('id', '=', tenant.branch.id).execute()
    const stranger = async (trx: Trx) => {
      const payer = await make.parent(trx, { phone })
      await make.student(trx, { branch_id: tenant.branch.id }, { payer })
      return payer
    }

    test('one that only the clerk and the family have says who it is', async () => {
      await expect(cancels(async () => {})).toRefuse('four_eyes.own_family')
    })

    test('that of the school', async () => {
      await expect(cancels(branchHasIt)).rejects.toBe(undo)
    })

    test('one that unrelated families have', async () => {
      await expect(cancels(stranger)).rejects.toBe(undo)
    })

    test('but the parents of one child are not unrelated', async () => {
      await expect(
        cancels(async (trx) => {
          const { id: parent_id } = await make.parent(trx, { phone })
          const { student_id } = await trx
            .selectFrom('student_parent')
            .innerJoin('parent', 'parent.id', 'student_parent.parent_id')
            .select('student_id')
            .where('parent.phone', '=', phone)
            .executeTakeFirstOrThrow()
          const link = { relationship: 'guardian', is_primary: false, is_payer: false }
          await make.insert(trx, 'student_parent', { student_id, parent_id, ...link })
        }),
      ).toRefuse('four_eyes.own_family')
    })

    test('but the clerk cannot make it so', async () => {
      await expect(
        cancels(async (trx, clerk) => {
          const { id } = await stranger(trx)
          await record(trx, clerk, 'parent.edited', { type: 'parent', id }, { after: { phone } })
          await branchHasIt(trx)
          const branch = { type: 'branch', id: tenant.branch.id }
          await record(trx, clerk, 'branch.edited', branch, { after: { phone } })
        }),
      ).toRefuse('four_eyes.own_family')
    })
  })

  test('that a gateway has moved is nobody’s decision', async () => {
    const { id } = await tenant.write((trx) =>
      money.payment(trx, {
        ...{ payer_parent_id: things.parent!, branch_id: tenant.branch.id, method: 'fpx', gateway: 'fpx' },
        ...{ gateway_environment: 'sandbox', gateway_transaction_id: 'T-1', gateway_order_no: 'LN-1' },
      }),
    )
    await tenant.write((trx) => record(trx, people.payer, 'payment.received', { type: 'payment', id }))
  })

  describe('on its real roads', () => {
    const rules = { scope: everywhere, today, backdate_days: 30 }
    const roads: Record<string, (trx: Trx, actor: Actor) => Promise<unknown>> = {
      'cancelling an invoice': (trx, actor) =>
        cancelNow(
          trx,
          actor,
          everywhere,
          { kind: 'invoice', id: things.invoice!, version: 1 },
          { reason: 'Dibilkan dua kali', today },
        ),
      'a monthly fee of RM0.01': async (trx, actor) => {
        const { fee_type_id } = await trx
          .selectFrom('subject_fee')
          .select('fee_type_id')
          .where('id', '=', things.subject_fee!)
          .executeTakeFirstOrThrow()
        const input = { fees: [{ fee_type_id, amount_sen: 1 }], reason: 'Anak kakitangan kami', version: 1 }
        return setOwnFees(trx, actor, everywhere, things.enrolment!, input, today)
      },
      'an invoice by hand': (trx, actor) =>
        createDraft(
          trx,
          actor,
          everywhere,
          things.student!,
          {
            due_on: today,
            items: [{ description: 'Yuran', quantity: 100, price: 5_000 }],
          } as Parameters<typeof createDraft>[4],
          today,
        ),
      'a payment at the counter': (trx, actor) =>
        recordFamilyPayment(
          trx,
          actor,
          things.parent!,
          familyPaymentForm.parse({
            ...{ method: 'cash', amount: '120.00', paid_on: today },
            lines: [{ invoice_id: things.invoice!, amount: '120.00' }],
          }),
          rules,
        ),
    }

    test.each(Object.keys(roads))('%s is refused, and leaves nothing', async (name) => {
      await expect(tenant.write((trx) => roads[name]!(trx, people.payer))).toRefuse('four_eyes.own_family')
      const undo = new Error('undo')
      const done = tenant.write(async (trx) => {
        await roads[name]!(trx, people.stranger)
        throw undo
      })
      await expect(done).rejects.toBe(undo)
    })

    describe('cannot be left to be out of the rule', () => {
      const familyForm = (trx: Trx, remove: string, stays: string) =>
        trx
          .selectFrom('student')
          .select('version')
          .where('id', '=', things.student!)
          .executeTakeFirstOrThrow()
          .then(({ version }) => ({
            version,
            parents: [remove, stays].map((parent_id) => ({
              parent_id,
              relationship: 'guardian' as const,
              remove: parent_id === remove,
            })),
            ...{ primary_id: stays, payer_id: stays },
          }))
      const idOf = (who: Actor, trx: Trx) =>
        trx.selectFrom('parent').select('id').where('user_id', '=', who.id).executeTakeFirstOrThrow()

      test('by taking oneself off one’s own child', async () => {
        const leave = (actor: Actor) =>
          tenant.write(async (trx) => {
            const [self, other] = [await idOf(people.spouse, trx), things.parent!]
            const input = await familyForm(trx, self.id, other)
            await setFamily(trx, actor, everywhere, everywhere, things.student!, input)
            throw new Error('left')
          })
        await expect(leave(people.spouse)).toRefuse('four_eyes.own_family')
        await expect(leave(people.stranger)).rejects.toThrow('left')
      })

      test('by another number of one’s own', async () => {
        const { by_phone } = people
        const cancel = tenant.write(async (trx) => {
          await trx
            .updateTable('user_account')
            .set({ phone: '+60155500125' })
            .where('id', '=', by_phone.id)
            .execute()
          const change = { before: { phone: '+60155500123' }, after: { phone: '+60155500125' } }
          const account = { type: 'user_account', id: by_phone.id }
          await record(trx, by_phone, 'profile.contact_proven', account, change)
          return roads['cancelling an invoice']!(trx, by_phone)
        })
        await expect(cancel).toRefuse('four_eyes.own_family')
      })

      test('by another number for the own family', async () => {
        const edit = (actor: Actor) =>
          tenant.write(async (trx) => {
            const row = await trx
              .selectFrom('parent')
              .select(['id', 'version', 'name', 'identity_type'])
              .where('phone', '=', '+60155500123')
              .executeTakeFirstOrThrow()
            const input = { name: row.name, phone: '+60155500124', identity_type: row.identity_type }
            await editParent(
              trx,
              actor,
              everywhere,
              keysIn(tenant),
              row,
              input as Parameters<typeof editParent>[5],
            )
            throw new Error('edited')
          })
        await expect(edit(people.by_phone)).toRefuse('four_eyes.own_family')
        await expect(edit(people.stranger)).rejects.toThrow('edited')
      })

      test('by an account of somebody else for the own family', async () => {
        const invite = (actor: Actor) =>
          tenant.write(async (trx) => {
            const row = await trx
              .updateTable('parent')
              .set({ email: `${newId()}@keluarga.test`, email_proven_at: new Date(), phone_proven_at: null })
              .where('phone', '=', '+60155500123')
              .returning(['id', 'version'])
              .executeTakeFirstOrThrow()
            await inviteParent(trx, actor, everywhere, keysIn(tenant), row)
            throw new Error('invited')
          })
        await expect(invite(people.by_phone)).toRefuse('four_eyes.own_family')
        await expect(invite(people.stranger)).rejects.toThrow('invited')
      })
    })

    test('is not joined to another from the page of the other', async () => {
      const codeOf = (id: string) =>
        tenant.read((db) =>
          db.selectFrom('parent').select('family_code').where('id', '=', id).executeTakeFirstOrThrow(),
        )
      const other = await tenant.write((trx) => make.parent(trx))
      const input = { ...(await codeOf(things.parent!)), reason: 'Sepupu serumah' }
      const join = (actor: Actor) =>
        tenant.write((trx) => joinFamily(trx, actor, everywhere, other.id, input))
      const part = (actor: Actor) => tenant.write((trx) => unjoinFamily(trx, actor, everywhere, other.id))
      await expect(join(people.payer)).toRefuse('four_eyes.own_family')
      await join(people.stranger)
      await expect(part(people.payer)).toRefuse('four_eyes.own_family')
      await part(people.stranger)
    })

    test('may be asked for', async () => {
      const about = { kind: 'invoice', id: things.invoice!, version: 1 } as const
      await tenant.write((trx) =>
        requestCancel(trx, people.payer, everywhere, about, { reason: 'Dibilkan dua kali', today }),
      )
      const approve = (who: keyof typeof people) =>
        tenant.write((trx) =>
          cancelNow(trx, people[who], everywhere, about, { reason: 'Dibilkan dua kali', today }),
        )
      await expect(approve('spouse')).toRefuse('four_eyes.own_family')
      await approve('stranger')
    })
  })
})
