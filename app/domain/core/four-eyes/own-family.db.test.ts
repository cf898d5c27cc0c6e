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
import { familyActions } from './own-family.ts'

const today = '2026-03-02'
type Trx = make.Trx

/** What the log names of one family, by the kind of record. */
type Things = Record<string, string>

/** A family with a child, and one record of each kind about its money. */
async function family(trx: Trx, tenant: Tenant, payer: { id: string }): Promise<Things> {
  const pupil = await make.student(trx, { branch_id: tenant.branch.id }, { payer })
  const subject = await make.subject(trx, { branch_id: tenant.branch.id })
  const fee_type = await make.feeType(trx)
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
const fields = { income_above_2500: true, nationality: 'MY', registered_on: today }

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
      await expect(logs(who, action), who).toRefuse('four_eyes.own_family')
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

  test('may change with that of others by one rule, and not alone', async () => {
    const other = await tenant.write((trx) => make.enrolment(trx))
    const end = (ids: string[]) =>
      tenant.write((trx) =>
        recordEach(
          trx,
          people.payer,
          'enrolment.ended',
          { type: 'enrolment' },
          ids.map((id) => ({ id })),
        ),
      )
    await end([things.enrolment!, other.id])
    await expect(end([things.enrolment!])).toRefuse('four_eyes.own_family')
  })

  test('is alone in a class where all others wait for a place', async () => {
    const { subject_id } = await tenant.read((db) =>
      db
        .selectFrom('subject_fee')
        .select('subject_id')
        .where('id', '=', things.subject_fee!)
        .executeTakeFirstOrThrow(),
    )
    const undo = new Error('undo')
    const price = (status: 'active' | 'waitlisted') =>
      tenant.write(async (trx) => {
        await make.enrolment(trx, { subject_id, status })
        const about = { type: 'subject_fee', id: things.subject_fee! }
        await record(trx, people.payer, 'subject_fee.price_changed', about)
        throw undo
      })
    await expect(price('waitlisted')).toRefuse('four_eyes.own_family')
    await expect(price('active')).rejects.toBe(undo)
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
      await tenant.write((trx) => requestCancel(trx, people.payer, everywhere, about, 'Dibilkan dua kali'))
      const approve = (who: keyof typeof people) =>
        tenant.write((trx) =>
          cancelNow(trx, people[who], everywhere, about, { reason: 'Dibilkan dua kali', today }),
        )
      await expect(approve('spouse')).toRefuse('four_eyes.own_family')
      await approve('stranger')
    })
  })
})
