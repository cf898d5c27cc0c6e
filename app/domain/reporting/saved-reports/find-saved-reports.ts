import { type Kysely, sql } from 'kysely'
import { type Permission, type Role, scopeOf } from '#app/domain/core/access/access.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { featureLacking, hasFeature } from '#app/domain/core/features/feature.ts'
import type { Reader } from '#app/domain/core/lists/list.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { notifiableAccounts, personOf } from '#app/domain/identity/accounts/accounts.ts'
import { reportNamed } from '#app/domain/reporting/reports/all-reports.ts'
import type { AnyReport } from '#app/domain/reporting/reports/report.ts'
import type { DB } from '#db/types.ts'
import type { MailOutcome, SavedReader } from './saved-report.ts'

/** Saved reports that a person sees: their own, and those that colleagues shared, whoever is still there of these. */
function savedOf(db: Kysely<DB>, { user_id }: SavedReader) {
  return db
    .selectFrom('saved_report')
    .innerJoin('user_account as owner', 'owner.id', 'saved_report.owner_id')
    .select(['saved_report.id', 'saved_report.report', 'saved_report.name', 'saved_report.query'])
    .select([
      'saved_report.period',
      'saved_report.is_shared',
      'saved_report.mail_day',
      'saved_report.mail_from',
    ])
    .select(['saved_report.version', 'saved_report.owner_id', 'owner.name as owner'])
    .select(sql<boolean>`owner.deleted_at is not null or owner.status <> 'active'`.as('owner_left'))
    .where(({ or, eb }) =>
      or([eb('saved_report.owner_id', '=', user_id), eb('saved_report.is_shared', '=', true)]),
    )
    .orderBy(sql`lower(saved_report.name)`)
    .orderBy('saved_report.id')
}

/** Whether a reader may open a report at this moment. */
const mayOpen = (reader: SavedReader, name: string): boolean => {
  const view = reportNamed(name)?.list.access.view
  return view !== undefined && reader.may(view)
}

const mayChange = (reader: SavedReader, { owner_id, is_shared }: { owner_id: string; is_shared: boolean }) =>
  owner_id === reader.user_id || (is_shared && reader.manages)

/** Those of reports that the reader may open, by name; a report that the product has no more is not among them. */
export async function savedReports(db: Kysely<DB>, reader: SavedReader) {
  const rows = await savedOf(db, reader).execute()
  return rows
    .filter(({ report }) => mayOpen(reader, report))
    .map((row) => ({ ...row, own: row.owner_id === reader.user_id, changes: mayChange(reader, row) }))
}
export type SavedReport = Awaited<ReturnType<typeof savedReports>>[number]

/** Those of one report. */
export async function savedOfReport(db: Kysely<DB>, reader: SavedReader, report: string) {
  return savedOf(db, reader).where('saved_report.report', '=', report).execute()
}

/** One that the reader sees, with its report; refuses (not_found.saved_report) any other. */
export async function savedReport(db: Kysely<DB>, reader: SavedReader, id: string) {
  const row = await savedOf(db, reader).where('saved_report.id', '=', id).executeTakeFirst()
  const report = row && reportNamed(row.report)
  if (!row || !report || !mayOpen(reader, row.report)) throw new Refusal('not_found.saved_report')
  return { row: { ...row, own: row.owner_id === reader.user_id, changes: mayChange(reader, row) }, report }
}

/** One that the reader may change: their own, or a shared one for who manages the organisation. */
export async function ownSavedReport(db: Kysely<DB>, reader: SavedReader, id: string) {
  const found = await savedReport(db, reader, id)
  if (!found.row.changes) throw new Refusal('not_found.saved_report')
  return found
}

/** The permission to take a report away, on paper or by mail. */
export const takingOf = ({ list }: AnyReport): Permission => list.access.print ?? list.access.view!

/** A parent among the staff gets reports for their work, never for their children. */
export const workingRoles = (roles: readonly string[]): Role[] =>
  (roles as readonly Role[]).filter((role) => role !== 'parent')

/** Active colleagues with an e-mail address whose roles let them take a report away, by name. */
export async function colleaguesFor(db: Kysely<DB>, report: AnyReport) {
  const accounts = await notifiableAccounts(db)
    .select('roles')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  return accounts
    .filter(({ roles }) => scopeOf(workingRoles(roles), takingOf(report)))
    .map(({ id, name, email }) => ({ id, name, email: email ?? '' }))
}

/** The recipients of a saved report, each with what became of the latest mail; `left`: the account is gone or switched off. */
export async function recipientsOf(db: Kysely<DB>, report: AnyReport, saved_report_id: string) {
  const rows = await db
    .selectFrom('saved_report_recipient as to')
    .innerJoin('user_account', 'user_account.id', 'to.user_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('saved_report_mail as mail')
          .select(['mail.month', 'mail.outcome', 'mail.sent_at'])
          .whereRef('mail.saved_report_id', '=', 'to.saved_report_id')
          .whereRef('mail.user_id', '=', 'to.user_id')
          .orderBy('mail.month', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .select(['user_account.id', 'user_account.name', 'user_account.email', 'user_account.roles'])
    .select(sql<boolean>`user_account.deleted_at is not null or user_account.status <> 'active'`.as('left'))
    .select(['latest.month', 'latest.sent_at', sql<MailOutcome | null>`latest.outcome`.as('outcome')])
    .where('to.saved_report_id', '=', saved_report_id)
    .orderBy(sql`lower(user_account.name)`)
    .orderBy('user_account.id')
    .execute()
  return rows.map(({ roles, ...row }) => ({
    ...row,
    may: !row.left && scopeOf(workingRoles(roles), takingOf(report)) !== undefined,
  }))
}

/**
 * A person as the reader of a report at this moment, with their rows and roles; undefined for who left, who lost the right, and
 * where the organisation's package has no such feature (any more).
 */
export async function readerNow(
  db: Kysely<DB>,
  report: AnyReport,
  user_id: string,
  today: string,
): Promise<Reader | undefined> {
  const person = await personOf(db, user_id)
  if (!person) return undefined
  const permission = takingOf(report)
  const roles = workingRoles(person.actor.roles)
  const scope = scopeOf(roles, permission)
  if (!scope) return undefined
  const features = [featureLacking([], permission), report.feature].filter((code) => code !== undefined)
  for (const code of features) {
    const { on } = await db.selectNoFrom(hasFeature(code).as('on')).executeTakeFirstOrThrow()
    if (!on) return undefined
  }
  const { branch_ids } = person.actor
  const reach: RowScope = { scope, user_id, branch_ids, parent_id: null }
  return { scope: reach, roles, today }
}
