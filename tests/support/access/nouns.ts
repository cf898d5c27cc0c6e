import { collect } from '#app/domain/accounting/collections/change-collection.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { record, recordOperator } from '#app/domain/core/audit.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { AR_FIELDS } from '#app/integrations/fpx/fields.ts'
import { newId } from '#db/id.ts'
import { announcementNouns } from '#tests/support/access/nouns/announcement.ts'
import { applicationNouns } from '#tests/support/access/nouns/application.ts'
import { archiveNouns } from '#tests/support/access/nouns/archives.ts'
import { arrangementNouns } from '#tests/support/access/nouns/arrangement.ts'
import { bankNouns } from '#tests/support/access/nouns/bank.ts'
import { accountNouns } from '#tests/support/access/nouns/bank-nouns.ts'
import { catalogue } from '#tests/support/access/nouns/catalogue.ts'
import { classSessionNouns } from '#tests/support/access/nouns/class-session.ts'
import { counterNouns, drawerNouns } from '#tests/support/access/nouns/counter.ts'
import { creditMoveNouns } from '#tests/support/access/nouns/credit-move.ts'
import { creditRefundNouns } from '#tests/support/access/nouns/credit-refund.ts'
import { einvoiceNouns } from '#tests/support/access/nouns/einvoice.ts'
import { exceptionNouns } from '#tests/support/access/nouns/exception.ts'
import { families } from '#tests/support/access/nouns/families.ts'
import { generationNouns } from '#tests/support/access/nouns/generation.ts'
import { givingNouns } from '#tests/support/access/nouns/giving.ts'
import { helpNouns } from '#tests/support/access/nouns/help.ts'
import { importNouns } from '#tests/support/access/nouns/import.ts'
import { leaveRequestNouns } from '#tests/support/access/nouns/leave-request.ts'
import { markingNouns } from '#tests/support/access/nouns/marking.ts'
import { messageNouns } from '#tests/support/access/nouns/message.ts'
import { moneyNouns } from '#tests/support/access/nouns/money.ts'
import { paySheetNouns } from '#tests/support/access/nouns/pay-sheet.ts'
import { reminderNouns } from '#tests/support/access/nouns/reminder.ts'
import { rolloverNouns } from '#tests/support/access/nouns/rollover.ts'
import { savedReportNouns } from '#tests/support/access/nouns/saved-report.ts'
import { subscriptionNouns } from '#tests/support/access/nouns/subscription.ts'
import { trainerNouns } from '#tests/support/access/nouns/trainer.ts'
import { slipNouns } from '#tests/support/access/nouns/transfer-slip.ts'
import { branch, insert, next, type Trx, user } from '#tests/support/database/factories.ts'
import {
  allocation,
  invoice,
  payment,
  paymentAttempt,
  receipt,
} from '#tests/support/database/money-factories.ts'
import { newEntity } from '#tests/support/database/new-entity.ts'
import {
  entityRegistration,
  hiddenPackage,
  registrationFee,
} from '#tests/support/database/registration-factories.ts'
import { newOperator, newSession } from '#tests/support/product/http.ts'
import type { Corner, Noun } from './noun.ts'

const today = currentDay()
const onInvoice = ({ student_id, payer_parent_id, branch_id, mark }: Corner) => ({
  student_id,
  payer_parent_id,
  branch_id,
  remark: mark,
  internal_note: mark,
})
const line = ({ mark, sen }: Corner) => [{ price_sen: sen(), description: mark }]
const issued = { issued_on: today, due_on: addDays(today, 10) }

/** Somebody whom a manager may change, who was invited or has come in. */
const member = async (trx: Trx, { mark, branch_id }: Corner, status: string) =>
  (await user(trx, { name: mark, roles: ['clerk'], status }, { branch_id })).staff!
const colleague = (trx: Trx, { mark }: Corner, given: Parameters<typeof newOperator>[0]) =>
  insert(trx, 'platform.operator', { ...newOperator({ name: mark, role: 'support', ...given }) })

/** Everything that an address can be about. A new noun with pages of its own gets an entry here. */
export const nouns = {
  ...catalogue,
  ...families,
  ...generationNouns,
  ...arrangementNouns,
  ...counterNouns,
  ...drawerNouns,
  ...classSessionNouns,
  ...markingNouns,
  ...archiveNouns,
  ...paySheetNouns,
  ...creditMoveNouns,
  ...leaveRequestNouns,
  ...messageNouns,
  ...einvoiceNouns,
  ...bankNouns,
  ...accountNouns,
  ...helpNouns,
  ...creditRefundNouns,
  ...slipNouns,
  ...givingNouns,
  ...announcementNouns,
  ...reminderNouns,
  ...rolloverNouns,
  ...savedReportNouns,
  ...importNouns,
  ...applicationNouns,
  invoice: {
    make: async (trx, corner) =>
      coded(trx, await invoice(trx, { ...onInvoice(corner), ...issued }, line(corner))),
  },
  draft: {
    make: async (trx, corner) =>
      coded(
        trx,
        await invoice(trx, { ...onInvoice(corner), due_on: issued.due_on, status: 'draft' }, line(corner)),
      ),
  },
  account: {
    reach: 'organisation',
    make: async (_, { user_id }) => ({ id: user_id }),
  },
  session: {
    reach: 'personal',
    make: (trx, { user_id }) => insert(trx, 'session', { ...newSession().row, user_id }),
  },
  payment: {
    make: async (trx, corner) => {
      const { mark, branch_id, payer_parent_id } = corner
      const amount_sen = corner.sen()
      const bill = await invoice(trx, { ...onInvoice(corner), ...issued, status: 'paid' }, [
        { price_sen: amount_sen, description: mark },
      ])
      const row = await payment(trx, {
        branch_id,
        payer_parent_id,
        payer_name: mark,
        payer_email: `${mark.toLowerCase()}@family.test`,
        remark: mark,
        reference_no: mark,
        amount_sen,
        paid_on: today,
      })
      await allocation(trx, row.id, bill.id, amount_sen)
      await receipt(trx, row.id)
      await collect(trx, {
        ...{ payment_id: row.id, branch_id, source: 'invoice', method: 'cash', collected_on: today },
        ...{ reference: row.number, gateway_transaction_id: null },
        ...{ gross_sen: amount_sen, payer_fee_sen: 0, tenant_fee_sen: 0 },
      })
      return coded(trx, row, 'payment')
    },
  },
  cancel_request: {
    make: async (trx, corner) => {
      const { mark, branch_id, user_id } = corner
      const bill = await invoice(trx, { ...onInvoice(corner), ...issued }, line(corner))
      return insert(trx, 'cancel_request', {
        id: newId(),
        kind: 'invoice',
        invoice_id: bill.id,
        branch_id,
        reason: `${mark}, dibilkan dua kali`,
        requested_by: user_id,
      })
    },
  },
  attempt: {
    make: async (trx, corner) => {
      const amount_sen = corner.sen()
      const bill = await invoice(trx, { ...onInvoice(corner), ...issued }, [
        { price_sen: amount_sen, description: corner.mark },
      ])
      const row = await paymentAttempt(trx, {
        buyer_name: corner.mark,
        buyer_email: `${corner.mark.toLowerCase()}@family.test`,
        bank_name: corner.mark,
        amount_sen,
        state: 'redirected',
        request_fields: JSON.stringify(Object.fromEntries(AR_FIELDS.map((field) => [field, '1']))),
      })
      await insert(trx, 'payment_attempt_invoice', {
        attempt_id: row.id,
        invoice_id: bill.id,
        position: 1,
        amount_sen,
      })
      return coded(trx, row, 'payment')
    },
  },
  document: {
    make: async (trx, corner) => {
      const bill = await invoice(trx, { ...onInvoice(corner), ...issued }, line(corner))
      return insert(trx, 'document', {
        id: newId(),
        kind: 'invoice',
        subject_id: bill.id,
        fingerprint: newId(),
        locale: 'en',
      })
    },
  },
  staff: { make: (trx, corner) => member(trx, corner, 'active') },
  invitedStaff: { make: (trx, corner) => member(trx, corner, 'invited') },
  ...trainerNouns,
  branch: {
    reach: 'place',
    make: async (_, { branch_id }) => ({ id: branch_id }),
  },
  /** A branch that nobody belongs to, so that it can be changed and removed. */
  spareBranch: {
    reach: 'organisation',
    make: (trx, { mark }) => branch(trx, { name: mark }),
  },
  auditEntry: {
    reach: 'organisation',
    make: async (trx, { mark }) => {
      const id = newId()
      await record(trx, systemActor, 'category.edited', { type: 'category', id }, { after: { name: mark } })
      return trx.selectFrom('audit_log').select('id').where('object_id', '=', id).executeTakeFirstOrThrow()
    },
  },
  platformEntry: {
    platform: true,
    make: async (trx, { mark }) => {
      const id = newId()
      await recordOperator(
        trx,
        systemActor,
        'operator.edited',
        { type: 'operator', id },
        { after: { name: mark } },
      )
      const query = trx.selectFrom('platform.audit_log').select('id')
      return query.where('object_id', '=', id).executeTakeFirstOrThrow()
    },
  },
  operator: {
    platform: true,
    make: (trx, corner) =>
      colleague(trx, corner, { totp_secret_sealed: 'sealed', totp_confirmed_at: new Date() }),
  },
  invitedOperator: {
    platform: true,
    make: (trx, corner) => colleague(trx, corner, { status: 'invited' }),
  },
  // It has no tables of its own: whoever closes it closes nobody of the test.
  entity: {
    platform: true,
    make: (trx, { mark }) => {
      const subdomain = `walk-${next()}`
      const place = `t_walk_${next()}`
      return insert(trx, 'platform.entity', {
        ...newEntity({ name: mark, subdomain }),
        ...{ id: newId(), schema_name: place, role_name: place, licence_no: mark },
      })
    },
  },
  holiday: {
    platform: true,
    make: (trx, { mark }) =>
      insert(trx, 'platform.closure_date', {
        ...{ id: newId(), name: mark, closed_on: addDays('2100-01-01', next() % 20_000) },
      }),
  },
  /** One that nobody has, so that it can be removed. */
  package: {
    platform: true,
    make: (trx, { mark }) => hiddenPackage(trx, { name: mark, description: mark }),
  },
  registration: {
    platform: true,
    make: (trx, { mark }) => entityRegistration(trx, { organisation_name: mark, company_name: mark }),
  },
  /** Its fee is open. */
  owingRegistration: {
    platform: true,
    make: async (trx, { mark }) => {
      const row = await entityRegistration(trx, { organisation_name: mark })
      await registrationFee(trx, row)
      return row
    },
  },
  operatorSession: {
    platform: true,
    reach: 'personal',
    make: (trx, { operator_id }) =>
      insert(trx, 'platform.operator_session', { ...newSession().row, operator_id }),
  },
  ...exceptionNouns,
  ...moneyNouns,
  ...subscriptionNouns,
  failedJob: {
    platform: true,
    make: (trx, { mark, entity_id }) =>
      insert(trx, 'platform.failed_job', {
        id: newId(),
        name: 'receipt.send',
        entity_id,
        payload: JSON.stringify({ payment_id: newId() }),
        error: `MailError: ${mark}`,
        attempts: 3,
      }),
  },
} satisfies Record<string, Noun>
export type NounName = keyof typeof nouns

/** What may be asked of a noun, whichever it is. */
export const nounOf = (name: NounName): Noun => nouns[name]

export const isNoun = (name: string): name is NounName => name in nouns

/** Its public code is known to the platform, as the product sees to it. */
async function coded(trx: Trx, row: { id: string; public_code: string; version?: number }, kind = 'invoice') {
  await trx.insertInto('platform.public_code').values({ code: row.public_code, kind }).execute()
  return { ...row, code: row.public_code }
}
