import { type Kysely, sql, type Transaction } from 'kysely'
import { subjectsIn } from '#app/domain/catalogue/subjects/find-subjects.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { named, record } from '#app/domain/core/audit.ts'
import { changed, refuseStale } from '#app/domain/core/changed.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { addDays, todayIn } from '#app/domain/core/dates.ts'
import { insertStoredFile, type KeptFile } from '#app/domain/core/documents/insert-stored-file.ts'
import { type FeatureCode, hasFeature } from '#app/domain/core/features/feature.ts'
import { compact } from '#app/domain/core/invisible.ts'
import { distinct, refuseForeignBranches, refuseUnoffered } from '#app/domain/core/lists/references.ts'
import { meanwhile } from '#app/domain/core/meanwhile.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { finishMessages } from '#app/domain/messaging/delivery/create-messages.ts'
import { parentsIn } from '#app/domain/people/parents/find-parents.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import {
  type AnnouncementInput,
  addressesOverdue,
  fileLimit,
  furthestDays,
  isForClassesAlone,
  managesAnnouncements,
  mostFiles,
  titleOf,
} from './announcement.ts'
import { type Audience, mostChosen } from './audience.ts'
import { type AnnouncementRow, announcement } from './find-announcements.ts'

const object = (id: string) => ({ type: 'announcement', id })

/**
 * Writes a draft. Refuses what the author may not address or use: branches, classes and people out of scope
 * (not_found.branch and so on, at the field), overdue families for roles that see no money, staff and trainers and every
 * channel but in-app for a trainer, urgency for whoever manages no announcements, and channels that the package lacks.
 */
export async function createAnnouncement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  input: AnnouncementInput,
): Promise<string> {
  const id = newId()
  const values = await valuesOf(trx, actor, scope, input)
  await trx
    .insertInto('announcement')
    .values({ id, ...stored(values), created_by: actor.id, updated_by: actor.id })
    .execute()
  await record(
    trx,
    actor,
    'announcement.created',
    object(id),
    named(titleOf(values, 'my'), { after: said(values) }),
  )
  return id
}

/**
 * Changes a draft; a scheduled one becomes a draft. Refuses not_found.announcement, other states (announcement.state), an
 * older version, and what createAnnouncement refuses.
 */
export async function editAnnouncement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  input: AnnouncementInput,
): Promise<void> {
  const row = await lockedAnnouncement(trx, scope, id)
  if (!['draft', 'scheduled'].includes(row.status)) throw await wrongState(trx, id)
  if (input.version !== undefined) refuseStale(row, input.version)
  const values = await valuesOf(trx, actor, scope, input, row.audience)
  await move(trx, actor, row, 'draft', {
    ...stored(values),
    ...{ scheduled_at: null, sent_by: null, reach: null },
  })
  await record(
    trx,
    actor,
    'announcement.edited',
    object(id),
    named(titleOf(values, 'my'), { before: said(row), after: said(values) }),
  )
}

/**
 * A draft with the same texts, recipients and files; of any state. It reaches whom its author reaches, and is urgent only for
 * who may make it so. Returns its id.
 */
export async function duplicateAnnouncement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<string> {
  const original = await announcement(trx, scope, id)
  const copy = newId()
  const row = { ...original, is_urgent: original.is_urgent && managesAnnouncements(actor.roles) }
  await trx
    .insertInto('announcement')
    .values({
      ...{ id: copy, ...stored(row), copied_from_id: id },
      ...{ created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  await copyFiles(trx, id, copy)
  await record(
    trx,
    actor,
    'announcement.created',
    object(copy),
    named(titleOf(row, 'my'), { after: said(row) }),
  )
  return copy
}

/** Removes a draft or a cancelled announcement; refuses other states (announcement.state). */
export async function removeAnnouncement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  version: number,
): Promise<string> {
  const row = await lockedAnnouncement(trx, scope, id)
  refuseStale(row, version)
  const { numUpdatedRows } = await trx
    .updateTable('announcement')
    .set({ deleted_at: sql<Date>`now()`, ...changed(actor) })
    .where('id', '=', id)
    .where('status', 'in', ['draft', 'cancelled'])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw await wrongState(trx, id)
  await record(trx, actor, 'announcement.removed', object(id), named(titleOf(row, 'my'), {}))
  return titleOf(row, 'my')
}

/**
 * Sets when a draft leaves, in Kuala Lumpur; a job starts it then, with the recipients and credits of that moment. Refuses
 * a time that has passed or is more than a year ahead, at its field.
 */
export async function scheduleAnnouncement(
  trx: Transaction<DB>,
  actor: Actor,
  row: AnnouncementRow,
  { on, at }: { on: string; at: string },
): Promise<Date> {
  if (row.status !== 'draft') throw await wrongState(trx, row.id)
  const now = await databaseTime(trx)
  const scheduled_at = new Date(`${on}T${at}:00+08:00`)
  if (scheduled_at.getTime() <= now.getTime())
    throw new Refusal('announcement.past', on < todayIn(now) ? 'on' : 'at')
  if (on > addDays(todayIn(now), furthestDays))
    throw new Refusal('announcement.far', 'on', { days: furthestDays })
  await move(trx, actor, row, 'scheduled', { scheduled_at, sent_by: actor.id })
  await enqueue(
    trx,
    'announcement.start',
    { announcement_id: row.id, scheduled_at: scheduled_at.toISOString() },
    scheduled_at,
  )
  await record(trx, actor, 'announcement.scheduled', object(row.id), {
    after: { name: titleOf(row, 'my'), scheduled_at: scheduled_at.toISOString() },
  })
  return scheduled_at
}

/**
 * Stops an announcement that is scheduled, or whose messages are on their way: what has not left is not sent, and its
 * credits come back. Twice is harmless: false when it was cancelled before. Refuses other states (announcement.state).
 */
export async function cancelAnnouncement(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
): Promise<boolean> {
  const row = await lockedAnnouncement(trx, scope, id)
  if (row.status === 'cancelled') return false
  const { numUpdatedRows } = await trx
    .updateTable('announcement')
    .set({
      ...{ status: 'cancelled', stopped_at: sql<Date>`now()`, stopped_by: actor.id, ...changed(actor) },
    })
    .where('id', '=', id)
    .where('status', 'in', ['scheduled', 'sending'])
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw await wrongState(trx, id)
  if (row.status === 'sending') await stopDeliveries(trx, id)
  await record(trx, actor, 'announcement.cancelled', object(id), {
    before: { name: titleOf(row, 'my'), status: row.status },
    after: { name: titleOf(row, 'my'), status: 'cancelled' },
  })
  return true
}

/** What waits does not leave any more; the run of deliveries that follows gives its credits back. */
async function stopDeliveries(trx: Transaction<DB>, id: string): Promise<void> {
  await trx
    .updateTable('message_delivery')
    .set({ status: 'suppressed', reason: 'stopped', next_at: null })
    .where('status', '=', 'queued')
    .where('message_id', 'in', (eb) =>
      eb.selectFrom('message').where('announcement_id', '=', id).select('message.id'),
    )
    .execute()
  await finishMessages(trx, id)
}

/** One change of state, if the row is still as it was read; refuses announcement.state otherwise. */
export async function move(
  trx: Transaction<DB>,
  actor: Pick<Actor, 'id'>,
  row: Pick<AnnouncementRow, 'id' | 'status' | 'version'>,
  status: AnnouncementRow['status'],
  values: Record<string, unknown> = {},
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('announcement')
    .set({ ...values, status, ...changed(actor) })
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .where('version', '=', row.version)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw await wrongState(trx, row.id)
}

/** Refuses what has meanwhile moved on, with who moved it. */
export const wrongState = (trx: Transaction<DB>, id: string) =>
  meanwhile(trx, 'announcement.state', object(id))

/** An announcement in scope, locked until the transaction ends. */
export async function lockedAnnouncement(
  trx: Transaction<DB>,
  scope: RowScope,
  id: string,
): Promise<AnnouncementRow> {
  await trx.selectFrom('announcement').select('id').where('id', '=', id).forUpdate().execute()
  return announcement(trx, scope, id)
}

/** The features that the paid channels need. */
const featureOf: Readonly<Record<string, FeatureCode>> = {
  sms: 'announcement_sms',
  whatsapp: 'announcement_whatsapp',
}

/** The channels that the organisation's package has, besides in-app. */
export async function channelsOf(db: Kysely<DB>): Promise<('email' | 'sms' | 'whatsapp')[]> {
  const { sms, whatsapp } = await db
    .selectNoFrom([hasFeature(featureOf.sms!).as('sms'), hasFeature(featureOf.whatsapp!).as('whatsapp')])
    .executeTakeFirstOrThrow()
  return ['email', ...(sms ? (['sms'] as const) : []), ...(whatsapp ? (['whatsapp'] as const) : [])]
}

/** The columns that a form fills in, checked against what its author may do. */
async function valuesOf(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  input: AnnouncementInput,
  before?: Audience,
) {
  const { roles } = actor
  if (isForClassesAlone(roles)) {
    if (input.who.some((group) => group !== 'families')) throw new Refusal('announcement.own_classes', 'who')
    if (input.channels.length > 0) throw new Refusal('announcement.inapp_only', 'channels')
  }
  if (input.who.includes('overdue') && !addressesOverdue(roles))
    throw new Refusal('announcement.overdue_not_yours', 'who')
  if (input.is_urgent && !managesAnnouncements(roles))
    throw new Refusal('announcement.urgent_not_yours', 'is_urgent')
  const offered = await channelsOf(trx)
  const lacking = input.channels.find((channel) => !offered.includes(channel))
  if (lacking) throw new Refusal('feature.lacking', 'channels', { code: featureOf[lacking]! })
  const audience = await audienceFrom(trx, scope, input, before)
  const [branch_id] = audience.branch_ids.length > 0 ? audience.branch_ids : scope.branch_ids
  const isOfOne =
    (audience.branch_ids.length || (scope.scope === 'branch' ? scope.branch_ids.length : 0)) === 1
  const { title_en, body_en, sms_en, title_my, body_my, sms_my, channels } = input
  const text = (typed: string | undefined) => typed ?? null
  const usesSms = channels.includes('sms')
  return {
    ...{ title_en: text(title_en), body_en: text(body_en), sms_en: usesSms ? text(sms_en) : null },
    ...{ title_my: text(title_my), body_my: text(body_my), sms_my: usesSms ? text(sms_my) : null },
    channels: ['inapp', ...distinct(channels)],
    audience,
    is_urgent: input.is_urgent ?? false,
    branch_id: isOfOne ? branch_id! : null,
  }
}

async function audienceFrom(
  trx: Transaction<DB>,
  scope: RowScope,
  input: AnnouncementInput,
  before?: Audience,
): Promise<Audience> {
  const { who, branch_ids, program_ids, category_ids, subject_ids, tags } = input
  refuseForeignBranches(scope, { branch_ids: 'branch' }, input, before)
  await refuseUnoffered(
    trx,
    { branch_ids: 'branch', program_ids: 'program', category_ids: 'category' },
    input,
    before,
  )
  if (subject_ids.length > 0) {
    const found = await subjectsIn(trx, scope)
      .where('subject.id', 'in', subject_ids)
      .select('subject.id')
      .execute()
    if (found.length < new Set(subject_ids).size) throw new Refusal('not_found.subject', 'subject_ids')
  }
  const people = await peopleOf(trx, scope, input.people ?? '')
  return {
    who: [...new Set(who)],
    ...{ branch_ids: distinct(branch_ids), program_ids: distinct(program_ids) },
    ...{ category_ids: distinct(category_ids), subject_ids: distinct(subject_ids) },
    tags: distinct(tags),
    ...people,
  }
}

/** Students by their number and families by their code, within the scope; refuses one that is unknown, with what was typed. */
async function peopleOf(trx: Transaction<DB>, scope: RowScope, typed: string) {
  const codes = [...new Set(typed.split(/[\n,;]+/).map((code) => compact(code).toUpperCase()))].filter(
    Boolean,
  )
  if (codes.length === 0) return { student_ids: [], parent_ids: [] }
  if (codes.length > mostChosen) throw new Refusal('announcement.people_many', 'people', { most: mostChosen })
  const [students, parents] = await Promise.all([
    studentsIn(trx, scope)
      .where(sql<boolean>`upper(student.student_no) = any(${codes}::text[])`)
      .select(['student.id', sql<string>`upper(student.student_no)`.as('code')])
      .execute(),
    parentsIn(trx, scope)
      .where(sql<boolean>`parent.family_code = any(${codes}::text[])`)
      .select(['parent.id', 'parent.family_code as code'])
      .execute(),
  ])
  const known = new Set([...students, ...parents].map(({ code }) => code))
  const unknown = codes.find((code) => !known.has(code))
  if (unknown) throw new Refusal('announcement.person', 'people', { typed: unknown })
  return {
    student_ids: distinct(students.map(({ id }) => id)),
    parent_ids: distinct(parents.map(({ id }) => id)),
  }
}

type Stored = Pick<
  AnnouncementRow,
  | 'title_en'
  | 'body_en'
  | 'sms_en'
  | 'title_my'
  | 'body_my'
  | 'sms_my'
  | 'channels'
  | 'audience'
  | 'is_urgent'
  | 'branch_id'
>

const stored = ({ audience, ...row }: Stored) => ({
  ...{ title_en: row.title_en, body_en: row.body_en, sms_en: row.sms_en },
  ...{ title_my: row.title_my, body_my: row.body_my, sms_my: row.sms_my },
  ...{ channels: row.channels, is_urgent: row.is_urgent, branch_id: row.branch_id },
  audience: JSON.stringify(audience),
})

/** What the log says of an announcement: whom it names is on its page. */
const said = ({ title_en, title_my, channels, audience, is_urgent }: Stored) => ({
  ...{ title_en, title_my, channels, who: audience.who, is_urgent },
})

export interface NewFile extends KeptFile {
  kind: 'picture' | 'attachment'
}

/** Adds a file to a draft; refuses too many (announcement.files_many) and too much together (file.too_big). */
export async function addAnnouncementFile(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  file: NewFile,
): Promise<void> {
  const row = await lockedAnnouncement(trx, scope, id)
  if (row.status !== 'draft') throw await wrongState(trx, id)
  const { count, size, last } = await trx
    .selectFrom('announcement_file')
    .innerJoin('stored_file', 'stored_file.id', 'announcement_file.file_id')
    .where('announcement_file.announcement_id', '=', id)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(size_bytes), 0)::int`.as('size'),
      sql<number>`coalesce(max(position), 0)::int`.as('last'),
    ])
    .executeTakeFirstOrThrow()
  if (count >= mostFiles) throw new Refusal('announcement.files_many', 'file', { most: mostFiles })
  if (size + file.bytes.length > fileLimit.together) throw new Refusal('file.too_big', 'file')
  const file_id = await insertStoredFile(trx, 'announcement', file, actor)
  await trx
    .insertInto('announcement_file')
    .values({
      ...{ id: newId(), announcement_id: id, file_id, kind: file.kind, name: file.name },
      position: last + 1,
    })
    .execute()
  await record(
    trx,
    actor,
    'announcement.file_added',
    object(id),
    named(titleOf(row, 'my'), { after: { file: file.name } }),
  )
}

/** Takes a file off a draft; the copies of an announcement share its files, so the bytes go only with the last of them. */
export async function removeAnnouncementFile(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  file: string,
): Promise<{ announcement_id: string; name: string; storage_key: string | null }> {
  const found = await trx
    .selectFrom('announcement_file')
    .innerJoin('stored_file', 'stored_file.id', 'announcement_file.file_id')
    .select(['announcement_file.announcement_id', 'announcement_file.name', 'announcement_file.file_id'])
    .select('stored_file.storage_key')
    .where('announcement_file.id', '=', file)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found.file')
  const row = await lockedAnnouncement(trx, scope, found.announcement_id)
  if (row.status !== 'draft') throw await wrongState(trx, row.id)
  await trx.deleteFrom('announcement_file').where('id', '=', file).execute()
  const others = await trx
    .selectFrom('announcement_file')
    .select('id')
    .where('file_id', '=', found.file_id)
    .executeTakeFirst()
  if (!others) await trx.deleteFrom('stored_file').where('id', '=', found.file_id).execute()
  await record(
    trx,
    actor,
    'announcement.file_removed',
    object(row.id),
    named(titleOf(row, 'my'), { before: { file: found.name } }),
  )
  return { ...found, storage_key: others ? null : found.storage_key }
}

/** The same files under another announcement. */
export async function copyFiles(trx: Transaction<DB>, from: string, to: string): Promise<void> {
  const files = await trx
    .selectFrom('announcement_file')
    .select(['file_id', 'kind', 'name', 'position'])
    .where('announcement_id', '=', from)
    .execute()
  if (files.length === 0) return
  await trx
    .insertInto('announcement_file')
    .values(files.map((file) => ({ id: newId(), announcement_id: to, ...file })))
    .execute()
}
