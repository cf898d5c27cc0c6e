import type { TFunction } from 'i18next'
import { sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { recordOperator } from '#app/domain/core/audit.ts'
import { addDays, addMonths, startOfMonth } from '#app/domain/core/dates.ts'
import { holidaysOf } from '#app/domain/core/holidays/holiday.ts'
import { type Keyring, seal } from '#app/domain/core/secrets.ts'
import { prepareTenant } from '#app/domain/platform/entities/prepare-tenant.ts'
import { knownLocale, type Locale } from '#app/i18n/locales.ts'
import { newId } from '#db/id.ts'
import { type Provisioned, provisionIn } from '#db/provisioning/provision.ts'
import type { DB } from '#db/types.ts'
import { monthlyBills } from './billing.ts'
import { addAttempts, addInvoices, addPayments } from './books.ts'
import { insertRows } from './bulk.ts'
import { billsByHand } from './by-hand.ts'
import { addCatalogue, addDepartments, addDiscounts, addFees, addLineTemplates } from './catalogue.ts'
import { appointHeads, completeFiles } from './colleagues.ts'
import { addSpentCredit, spendCredit } from './credit.ts'
import { addEnrolments } from './enrolments.ts'
import { addAudit, addSignIns } from './history.ts'
import { addClassPictures } from './papers/class-pictures.ts'
import { payBills } from './paying.ts'
import { addFamilies } from './people.ts'
import { demoPhone } from './plan/demo-phones.ts'
import { inventor } from './plan/invented.ts'
import type { Plan } from './plan/plan.ts'
import { randomOf } from './plan/random.ts'
import { addBankChange } from './platform/bank-changes.ts'
import { addEquation } from './platform/equations.ts'
import { addPayoutDay } from './platform/payout-day.ts'
import { addPayouts } from './platform/payouts.ts'
import { addTeam, type Team } from './staff.ts'
import { add, emptyRows, type Stage } from './stage.ts'
import { addApplications } from './stories/applications.ts'
import { addArrangements } from './stories/arrangements.ts'
import { addAttendanceStories } from './stories/attendance.ts'
import { addBankStatement } from './stories/bank-statements.ts'
import { addBillingRuns } from './stories/billing-runs.ts'
import { addChangedInvoices } from './stories/changed-invoices.ts'
import { addChipAccount } from './stories/chip-account.ts'
import { addClassStories } from './stories/class-stories.ts'
import { addClosings } from './stories/closings.ts'
import { addComingYear } from './stories/coming-year.ts'
import { addContacts } from './stories/contacts.ts'
import { addCreditMoves } from './stories/credit-moves.ts'
import { addCreditNotes } from './stories/credit-notes.ts'
import { addCreditRefunds } from './stories/credit-refunds.ts'
import { addDrawers } from './stories/drawers.ts'
import { addEinvoices } from './stories/einvoices.ts'
import { addExceptions } from './stories/exceptions.ts'
import { giveDiscounts, grantOfOld } from './stories/given-discounts.ts'
import { addGiving } from './stories/giving.ts'
import { joinFamilies } from './stories/joined-families.ts'
import { addPaySheets } from './stories/pay-sheets.ts'
import { tellStories } from './stories/payment-stories.ts'
import { addReminders } from './stories/reminders.ts'
import { addRequest } from './stories/requests.ts'
import { addSessions } from './stories/sessions.ts'
import { addStudentChanges } from './stories/student-changes.ts'
import { addTransferSlips } from './stories/transfer-slips.ts'
import { completeTeaching } from './teaching.ts'

/** Months of billing that a demo organisation has behind it, the running one included. */
const monthsOfHistory = 14

export interface Setting {
  appUser: string
  ring: Keyring
  password_hash: string
  today: string
  now: Date
  wordsOf: (locale: Locale) => TFunction
}

/** Makes one demo organisation with all its people and its history, in the owner's transaction. */
export async function addOrganisation(trx: Transaction<DB>, plan: Plan, setting: Setting): Promise<void> {
  const id = newId()
  const locale = knownLocale(plan.entity.default_locale)
  const at = { place: 'platform', table: 'entity', column: 'account_number_sealed', row: id }
  const entity = {
    ...plan.entity,
    id,
    account_name: plan.entity.company_name,
    account_number_sealed: seal(setting.ring, at, plan.account_number),
  }
  const place = await provisionIn(trx, setting.appUser, entity, async (there, place) => {
    const stage = await stageFor(there, place, plan, { ...setting, locale, t: setting.wordsOf(locale) })
    const team = tellEverything(stage)
    await insertRows(there, stage.rows)
    await addClassPictures(there, stage)
    await appointHeads(there)
    await addChangedInvoices(there, stage, team, place.role)
    await addCreditNotes(there, stage, team, place.role)
    await addBillingRuns(there, stage, team, place.role)
    await addArrangements(there, stage, team)
    await addReminders(there, stage, team)
    await addContacts(there, stage, team)
    await addCreditMoves(there, stage, team, place.role)
    await addDrawers(there, stage, team, place.role)
    await addComingYear(there, stage, team, place.role)
    await addCreditRefunds(there, stage, team, place.role)
    await addStudentChanges(there, stage, team, place.role)
    await addBankStatement(there, stage, team, place.role)
    await addTransferSlips(there, stage, team, place.role)
    await addGiving(there, stage, team, place.role)
    await addChipAccount(there, stage)
    await addEinvoices(there, stage, team, place.role)
    await addBankChange(there, stage, place.role)
    await addPayouts(there, stage, place.role)
    await addPayoutDay(there, stage, place.role)
    await addEquation(there, stage, place.role)
    await addSessions(there, stage, team)
    await addAttendanceStories(there, stage, team)
    await addPaySheets(there, stage, team, place.role)
  })
  const { name, subdomain } = entity
  const object = { type: 'entity', id, entity_id: id }
  await recordOperator(trx, systemActor, 'entity.created', object, { after: { name, subdomain } })
  await backdate(trx, place, billedMonths(setting.today)[0]!)
}

/** What every organisation starts with was there before its first invoice, not only today. */
async function backdate(trx: Transaction<DB>, { id, schema }: Provisioned, on: string) {
  const began = new Date(`${addDays(on, -10)}T09:00:00+08:00`)
  await trx
    .updateTable('platform.entity')
    .set({ created_at: began, bank_changed_at: began })
    .where('id', '=', id)
    .execute()
  const starters = ['branch', 'user_account', 'staff', 'payment_option', 'fee_category', 'fee_type']
  for (const table of starters)
    await sql`update ${sql.table(`${schema}.${table}`)} set created_at = ${began}, updated_at = ${began}
      where created_at = now()`.execute(trx)
  await sql`update ${sql.table(`${schema}.audit_log`)} set at = ${began} where action = 'entity.created'`.execute(
    trx,
  )
}

async function stageFor(
  trx: Transaction<DB>,
  place: Provisioned,
  plan: Plan,
  setting: Setting & Pick<Stage, 'locale' | 't'>,
): Promise<Stage> {
  const { entity } = plan
  const { locale, t, password_hash, today, now, ring } = setting
  const starter = await prepareTenant(trx, setting.wordsOf, {
    id: place.id,
    name: entity.name,
    subdomain: entity.subdomain,
    default_locale: locale,
    organisation_type: entity.organisation_type,
    fpx: true,
    superadmin: { name: entity.contact_name, email: `superadmin@${entity.subdomain}.test`, password_hash },
  })
  const phone = demoPhone('superadmin')!
  await trx
    .updateTable('user_account')
    .set({ phone, phone_proven_at: new Date() })
    .where('id', '=', starter.superadmin_id)
    .execute()
  const [main, ...others] = plan.branches
  await trx
    .updateTable('staff')
    .set({ staff_no: 'S001', position: locale === 'my' ? 'Pengerusi' : 'Owner', joined_on: '2019-01-02' })
    .where('user_id', '=', starter.superadmin_id)
    .execute()
  await trx.updateTable('branch').set(main!).where('id', '=', starter.branch_id).execute()
  await trx
    .updateTable('fee_type')
    .set({ taxable: true })
    .where('code', 'in', ['', ...plan.taxable])
    .execute()
  const fees = await trx
    .selectFrom('fee_type')
    .select(['id', 'code', 'name', 'name_en', 'name_my', 'taxable'])
    .execute()
  const random = randomOf(`lunas ${entity.subdomain}`)
  const rows = emptyRows()
  const branch_ids = [starter.branch_id, ...others.map(() => newId())]
  for (const [index, branch] of others.entries())
    add({ rows }, 'branch', { id: branch_ids[index + 1]!, ...branch })
  for (const [key, value] of Object.entries(plan.settings)) add({ rows }, 'setting', { key, value: value })
  return {
    plan,
    entity: { id: place.id, schema: place.schema },
    starter,
    random,
    invent: inventor(random),
    t,
    locale,
    today,
    holidays: await holidaysOf(trx),
    now,
    months: billedMonths(today),
    branch_ids,
    fee_types: Object.fromEntries(fees.map(({ code, ...fee }) => [code, fee])),
    ring,
    password_hash,
    rows,
  }
}

/** On the 25th the next month is billed already. */
function billedMonths(today: string): string[] {
  const next = Number(today.slice(8)) >= 25 ? 1 : 0
  return Array.from({ length: monthsOfHistory + next }, (_, index) =>
    addMonths(startOfMonth(today), index - monthsOfHistory + 1),
  )
}

function tellEverything(stage: Stage): Team {
  const departments = addDepartments(stage)
  addFees(stage)
  addDiscounts(stage)
  const team = addTeam(stage, departments)
  const classes = addCatalogue(stage, departments, team)
  const households = addFamilies(stage)
  const seats = addEnrolments(stage, households, classes)
  addClassStories(stage, seats)
  const { grants, told: granted } = grantOfOld(stage, team, households)
  const monthly = monthlyBills(stage, households, seats, grants)
  const bills = [...monthly, ...billsByHand(stage, households, team, monthly)]
  const paid = payBills(stage, bills, team)
  const told = tellStories(stage, team, bills, paid.pays)
  const pays = [...paid.pays, ...told.pays]
  const spent = spendCredit(bills, pays)
  addInvoices(stage, bills)
  const attempts = [...paid.attempts, ...told.attempts]
  addAttempts(stage, attempts)
  addPayments(stage, pays)
  addSpentCredit(stage, spent)
  const asked = addRequest(stage, team, bills, attempts)
  const closed = addClosings(stage, team)
  const settled = addExceptions(stage, team, told.raised)
  const given = giveDiscounts(stage, team, households)
  const joined = joinFamilies(stage, team, households)
  const applied = addApplications(stage, team, seats)
  const events = [...asked, ...closed, ...settled, ...granted, ...given, ...joined, ...applied]
  addAudit(stage, team, { bills, pays, told: events })
  addSignIns(stage)
  completeFiles(stage, departments)
  completeTeaching(stage)
  // Last, so that chance falls for all others as it would without them.
  addLineTemplates(stage)
  return team
}
