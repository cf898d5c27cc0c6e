import { type AliasableExpression, type Kysely, type RawBuilder, sql } from 'kysely'
import { creditMoveList } from '#app/domain/accounting/credit-moves/find-credit-moves.ts'
import { monthList, openMonths } from '#app/domain/accounting/months/find-months.ts'
import { arrangementList } from '#app/domain/billing/arrangements/find-arrangements.ts'
import { creditNoteList } from '#app/domain/billing/credit-notes/find-credit-notes.ts'
import { generationList } from '#app/domain/billing/generations/find-generations.ts'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.ts'
import { discountList } from '#app/domain/catalogue/discounts/discounts.ts'
import { unconfirmedIn } from '#app/domain/classes/marking/home.ts'
import { paySheetList } from '#app/domain/classes/pay/find-pay-sheets.ts'
import type { Permission } from '#app/domain/core/access/access.ts'
import type { OperatorPermission } from '#app/domain/core/access/operator-access.ts'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import type { List, OperatorReader, Reader } from '#app/domain/core/lists/list.ts'
import { compileToText, countQuery } from '#app/domain/core/lists/read-list.ts'
import { memoize } from '#app/domain/core/memoize.ts'
import { deciders, type RequestNoun } from '#app/domain/core/request-nouns.ts'
import { documentList } from '#app/domain/einvoice/documents/find-documents.ts'
import { applicationList } from '#app/domain/enrolment/applications/find-applications.ts'
import { importList } from '#app/domain/enrolment/imports/find-imports.ts'
import { allExceptionList, exceptionList } from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { fundMoveList } from '#app/domain/giving/funds/find-fund-moves.ts'
import { arrearsList } from '#app/domain/payments/arrears/find-arrears.ts'
import { cancelRequestList } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { creditRefundList } from '#app/domain/payments/credit-refunds/find-credit-refunds.ts'
import { drawerList } from '#app/domain/payments/drawers/find-drawers.ts'
import { reminderList } from '#app/domain/payments/reminders/find-reminders.ts'
import { slipList } from '#app/domain/payments/transfer-slips/find-slips.ts'
import { staffList } from '#app/domain/people/staff/find-staff.ts'
import { studentChangeList } from '#app/domain/people/student-changes/find-student-changes.ts'
import { studentDiscountList } from '#app/domain/people/student-discounts/find-student-discounts.ts'
import { failedJobList } from '#app/domain/platform/failed-jobs/failed-jobs.ts'
import { registrationList } from '#app/domain/platform/registrations/find-registrations.ts'
import { openFailedMails } from '#app/domain/reporting/failed-mails/failed-mails.ts'
import type { DB } from '#db/types.ts'

interface ToDo {
  key: string
  /** Who can do it; they may look at the list, too. */
  permission: Permission
  view: Permission
  /** Name of the list on which it waits, and the search that leaves exactly what waits. */
  list: string
  search: Record<string, string>
  /**
   * One table and its rows among which they are, anywhere in the organisation: where there is none, none waits. That is
   * seen at a glance; to plan the queries of all lists takes longer than to run them, and most find nothing.
   */
  among: RawBuilder<unknown>
  /** Rows that wait, one for each thing to do. */
  rows(db: Kysely<DB>, reader: Reader): AliasableExpression<object>
  /** Differs between people with the same reach, such as what somebody may not confirm of their own. */
  byPerson?: true
}

/** What waits for somebody, in the order of the strip; a further line is a further kind of work. */
export const toDos: readonly ToDo[] = [
  listed(
    'exception',
    'payment_exception.settle',
    exceptionList,
    { state: 'unsettled' },
    sql`platform.payment_exception where state <> 'resolved'`,
  ),
  requested('transfer_slip', slipList),
  listed(
    'cancel_request',
    'payment.cancel',
    cancelRequestList,
    { state: 'open' },
    sql`cancel_request where state = 'open'`,
  ),
  requested('credit_note', creditNoteList),
  requested('credit_move', creditMoveList),
  requested('credit_refund', creditRefundList),
  listed(
    'credit_refund_unpaid',
    'credit_refund.pay',
    creditRefundList,
    { status: 'approved' },
    sql`credit_refund where status = 'approved'`,
  ),
  requested('fund_move', fundMoveList),
  requested('arrangement', arrangementList, 'proposed'),
  requested('student_discount', studentDiscountList),
  listed(
    'arrangement_broken',
    'arrangement.request',
    arrangementList,
    { broken: 'open' },
    sql`arrangement where status = 'active'`,
  ),
  listed(
    'promise_broken',
    'family.contact',
    arrearsList,
    { promise: 'broken' },
    sql`family_contact where promised_on is not null`,
  ),
  listed(
    'next_step',
    'family.contact',
    arrearsList,
    { next: 'due' },
    sql`family_contact where next_on is not null`,
  ),
  listed(
    'reminder',
    'reminder.remind',
    reminderList,
    { state: 'waiting' },
    sql`reminder where state = 'waiting'`,
  ),
  listed(
    'generation',
    'generation.run',
    generationList,
    { status: 'previewed', bills: 'some' },
    sql`generation where status = 'previewed'`,
  ),
  listed('import', 'import.run', importList, { status: 'checked' }, sql`import where status = 'checked'`),
  {
    ...listed(
      'drawer',
      'payment.cancel',
      drawerList,
      { status: 'awaiting_confirmation', confirm: 'mine' },
      sql`cash_drawer where status = 'awaiting_confirmation'`,
    ),
    byPerson: true,
  },
  listed(
    'discount_ending',
    'student_discount.approve',
    studentDiscountList,
    { ends: 'soon' },
    sql`student_discount where status = 'approved' and ends_on is not null`,
  ),
  listed(
    'rule_ending',
    'discount.edit',
    discountList,
    { ends: 'soon' },
    sql`discount where status = 'active' and valid_to is not null`,
  ),
  listed(
    'application',
    'application.approve',
    applicationList,
    { status: 'pending' },
    sql`application where status = 'pending'`,
  ),
  listed(
    'pay_sheet',
    'trainer_pay.approve',
    paySheetList,
    { status: 'submitted' },
    sql`pay_sheet where status = 'submitted'`,
  ),
  requested('student_change', studentChangeList),
  listed(
    'old_draft',
    'invoice.edit',
    invoiceList,
    { status: 'old_draft' },
    sql`invoice where status = 'draft'`,
  ),
  listed(
    'invitation',
    'staff.edit',
    staffList,
    { status: 'invited' },
    sql`user_account where status = 'invited'`,
  ),
  listed(
    'einvoice',
    'einvoice.submit',
    documentList,
    { status: 'to_fix' },
    sql`einvoice_document where status in ('invalid', 'failed')`,
  ),
  listed(
    'einvoice_reject',
    'einvoice.cancel',
    documentList,
    { status: 'reject_requested' },
    sql`einvoice_document where reject_requested_at is not null`,
  ),
  {
    key: 'einvoice_stopped',
    permission: 'einvoice_setting.edit',
    view: 'einvoice_setting.view',
    list: 'einvoice/settings',
    search: {},
    among: sql`einvoice_setting where status = 'failed'`,
    rows: (db) => db.selectFrom('einvoice_setting').where('status', '=', 'failed').select('id'),
  },
  {
    key: 'failed_mail',
    permission: 'family.contact',
    view: 'family.contact',
    list: 'failed-mail',
    search: {},
    among: sql`failed_mail where resolved_at is null`,
    rows: (db, { scope }) => openFailedMails(db, scope),
  },
  {
    key: 'class_session',
    permission: 'attendance.reopen',
    view: 'attendance.reopen',
    list: 'attendance/unconfirmed',
    search: {},
    among: sql`class_session where status in ('planned', 'open')`,
    rows: (db, { scope }) => unconfirmedIn(db, scope),
  },
  {
    key: 'month',
    permission: 'month.close',
    view: 'month.view',
    list: monthList.name,
    search: { status: 'open' },
    among: sql`collection`,
    // The list's own query sums up each month, which is not needed for counting.
    rows: (db, { today }) => openMonths(db, today).select('each.first'),
  },
]

/** Requests that somebody else decides. */
function requested<F extends Filters<Reader>, Row extends object, Raw extends object, Key extends string>(
  noun: RequestNoun,
  list: List<Reader, Permission, F, Row, Raw, Key>,
  status = 'requested',
): ToDo {
  const among = sql`${sql.table(noun)} where status = ${sql.lit(status)}`
  return listed(noun, deciders[noun], list, { status } as { [Name in keyof F]?: string }, among)
}

/** As many as its list shows, because it is its list that is counted. */
function listed<F extends Filters<Reader>, Row extends object, Raw extends object, Key extends string>(
  key: string,
  permission: Permission,
  list: List<Reader, Permission, F, Row, Raw, Key>,
  search: { [Name in keyof F]?: string },
  among: RawBuilder<unknown>,
): ToDo {
  const asked = list.search.parse(search)
  return {
    ...{ key, permission, view: list.access.view!, list: list.name },
    search: search as Record<string, string>,
    among,
    rows: (db, reader) => list.query(db, reader, asked),
  }
}

/** Cached queries per kind of work, one for each reader. */
const mostReaders = 100

/** How many of each wait for a reader; what is not asked about is not in the answer. */
export async function countToDos(
  db: Kysely<DB>,
  asked: readonly { toDo: ToDo; reader: Reader }[],
): Promise<Record<string, number>> {
  if (asked.length === 0) return {}
  const glance = memoize(
    toDos,
    asked.map(({ toDo }) => toDo.key),
    () => {
      const each = asked.map(
        ({ toDo: { key, among } }) => sql`exists (select from ${among}) as ${sql.ref(key)}`,
      )
      return compileToText(db, sql<Record<string, boolean>>`select ${sql.join(each)}`)
    },
  )
  const some = (await db.executeQuery(glance)).rows[0]!
  const counts = asked.map(async ({ toDo, reader }) => [
    toDo.key,
    some[toDo.key] ? await countToDo(db, toDo, reader) : 0,
  ])
  return Object.fromEntries(await Promise.all(counts))
}

async function countToDo(db: Kysely<DB>, toDo: ToDo, reader: Reader): Promise<number> {
  const make = () => compileToText(db, countQuery(toDo.rows(db, reader).as('waiting')))
  const { rows } = await db.executeQuery(memoize(toDo, reader, make, mostReaders))
  return rows[0]!.total!
}

/** How many rows each has, by its key, in one query. */
export async function countEach(
  db: Kysely<DB>,
  asked: readonly { key: string; rows: AliasableExpression<object> }[],
): Promise<Record<string, number>> {
  if (asked.length === 0) return {}
  const each = asked.map(({ key, rows }) =>
    db.selectFrom(rows.as('waiting')).select(sql<number>`count(*)`.as('count')).as(key),
  )
  return db.selectNoFrom(each).executeTakeFirstOrThrow() as Promise<Record<string, number>>
}

interface OperatorToDo {
  key: string
  /** Who can do it; they may look at the list, too. */
  permission: OperatorPermission
  view: OperatorPermission
  /** Name and search of the list that shows exactly these rows. */
  list: { name: string; search: Record<string, string> }
  /** Rows that wait, one for each thing to do. */
  rows(db: Kysely<DB>, reader: OperatorReader): AliasableExpression<object>
}

const undecided = { status: 'pending' }
const orphans = { state: 'unsettled', kind: 'orphan' }
const failures = { state: 'open' }

/** What waits for an operator, at the platform's place. What an organisation settles itself is not theirs to do. */
export const operatorToDos: readonly OperatorToDo[] = [
  {
    key: 'registration',
    permission: 'admin.registration.decide',
    view: 'admin.registration.view',
    list: { name: registrationList.name, search: undecided },
    rows: (db, reader) => registrationList.query(db, reader, registrationList.search.parse(undecided)),
  },
  {
    key: 'exception',
    permission: 'admin.payment_exception.settle',
    view: 'admin.payment_exception.view',
    list: { name: allExceptionList.name, search: orphans },
    rows: (db, reader) => allExceptionList.query(db, reader, allExceptionList.search.parse(orphans)),
  },
  {
    key: 'job',
    permission: 'admin.job.retry',
    view: 'admin.job.view',
    list: { name: failedJobList.name, search: failures },
    rows: (db, reader) => failedJobList.query(db, reader, failedJobList.search.parse(failures)),
  },
]
