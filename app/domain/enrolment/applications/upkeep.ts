import { type Kysely, sql, type Transaction } from 'kysely'
import { systemActor } from '#app/domain/core/actor.ts'
import { recordEach } from '#app/domain/core/audit.ts'
import { touched } from '#app/domain/core/changed.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { reminderDays, retentionDays, withdrawnReason } from './application.ts'
import { approversOf } from './submit-application.ts'

/** Applications in one nightly run; the rest follow on the next nights. */
const most = 500
/** Replaces a removed name. */
const noName = '–'

/**
 * Reminds approvers of applications open for 30 days, and again every 30 days; nothing is rejected automatically. Returns the
 * number of applications.
 */
export async function remindApprovers(trx: Transaction<DB>): Promise<number> {
  const due = await trx
    .updateTable('application')
    .set({ reminded_at: sql<Date>`now()` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('application')
        .select('id')
        .where('status', '=', 'pending')
        .where(
          sql<boolean>`coalesce(reminded_at, submitted_at) <= now() - make_interval(days => ${reminderDays})`,
        )
        .orderBy('id')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'number'])
    .execute()
  for (const { id } of due)
    for (const approver of await approversOf(trx, id).execute())
      await enqueue(trx, 'application.notify', { user_id: approver.id, application_id: id })
  await recordEach(
    trx,
    systemActor,
    'application.reminded',
    { type: 'application' },
    due.map(({ id, number }) => ({ id, after: { number } })),
  )
  return due.length
}

const isOld = (decided_at: string) =>
  sql<boolean>`${sql.ref(decided_at)} < now() - make_interval(days => ${retentionDays})`

/** Files of children rejected long ago, and of families without an approved child. */
export async function filesToAnonymise(
  db: Kysely<DB>,
): Promise<{ id: string; file_id: string; storage_key: string }[]> {
  return db
    .selectFrom('application_document as paper')
    .innerJoin('application', 'application.id', 'paper.application_id')
    .leftJoin('application_student as child', 'child.id', 'paper.application_student_id')
    .innerJoin('stored_file', 'stored_file.id', 'paper.file_id')
    .select(['paper.id', 'paper.file_id', 'stored_file.storage_key'])
    .where((eb) =>
      eb.or([
        eb.and([eb('application.status', '=', 'rejected'), isOld('application.decided_at')]),
        eb.and([eb('child.status', '=', 'rejected'), isOld('child.decided_at')]),
      ]),
    )
    .limit(most)
    .execute()
}

/**
 * Removes names, answers and documents of applications rejected 180 days ago; numbers, classes and days stay. The stored
 * files are deleted before. Returns the number of applications.
 * @param files as filesToAnonymise found them
 */
export async function anonymiseExpired(
  trx: Transaction<DB>,
  files: readonly { id: string; file_id: string }[],
): Promise<number> {
  const papers = files.map(({ id }) => id)
  await sql`delete from application_document where id = any(${papers}::uuid[])`.execute(trx)
  const stored = files.map(({ file_id }) => file_id)
  await sql`delete from stored_file where id = any(${stored}::uuid[])`.execute(trx)
  await trx
    .updateTable('application_student')
    .set({
      ...{ name: noName, identity_no_index: null, birth_cert_no: null, answers_sealed: null },
      ...{ student_id: null, twin_reason: null },
      born_on: sql<string>`date_trunc('year', born_on)::date`,
      reason: sql<string>`case when reason = ${withdrawnReason} then reason else ${noName} end`,
    })
    .where('status', '=', 'rejected')
    .where('name', '<>', noName)
    .where(isOld('decided_at'))
    .execute()
  const gone = await trx
    .updateTable('application')
    .set({
      ...{ answers_sealed: null, ip: null, user_agent: null, user_id: null, parent_id: null },
      reason: sql<string>`case when reason = ${withdrawnReason} then reason else ${noName} end`,
      anonymised_at: sql<Date>`now()`,
      ...touched,
    })
    .where('status', '=', 'rejected')
    .where('anonymised_at', 'is', null)
    .where(isOld('decided_at'))
    // An application with more files than fit into this run waits until they are deleted.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('application_document')
            .select('application_document.id')
            .whereRef('application_document.application_id', '=', 'application.id'),
        ),
      ),
    )
    .returning(['id', 'number'])
    .execute()
  if (gone.length === 0) return 0
  await trx
    .updateTable('application_parent')
    .set({
      ...{ name: noName, phone: noName, email: null, identity_no_index: null },
      ...{ answers_sealed: null, parent_id: null },
    })
    .where(
      'application_id',
      'in',
      gone.map(({ id }) => id),
    )
    .execute()
  await recordEach(
    trx,
    systemActor,
    'application.anonymised',
    { type: 'application' },
    gone.map(({ id, number }) => ({ id, after: { number } })),
  )
  return gone.length
}
