import { type Kysely, sql } from 'kysely'
import { branchChoices, branchOptions } from '#app/domain/catalogue/branches/branches.ts'
import { subjectsIn } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { type SessionRole, scopeOf } from '#app/domain/core/access/access.ts'
import type { Actor, RowScope } from '#app/domain/core/actor.ts'
import { dayBegins } from '#app/domain/core/clock.ts'
import type { InBoth } from '#app/domain/core/lists/columns.ts'
import { onDay, oneEntry, oneOf } from '#app/domain/core/lists/filters.ts'
import { byStatus, type Reader, type Selected, tenantList } from '#app/domain/core/lists/list.ts'
import { offered } from '#app/domain/core/lists/references.ts'
import { contains } from '#app/domain/core/lists/search.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { announcementStatuses, channels } from '#app/domain/messaging/words.ts'
import { parentsIn } from '#app/domain/people/parents/find-parents.ts'
import { studentsIn } from '#app/domain/people/students/scope.ts'
import type { DB } from '#db/types.ts'
import type { Texts } from './announcement.ts'
import { type Audience, audienceSchema } from './audience.ts'

/**
 * Announcements that a reader may see: those they wrote or received, of a branch also those of that branch, and with the
 * whole organisation in reach all of them. What somebody sent to themself as a test is in none.
 */
export function announcementsIn(db: Kysely<DB>, { scope, user_id, branch_ids, parent_id }: RowScope) {
  const query = db
    .selectFrom('announcement')
    .where('announcement.deleted_at', 'is', null)
    .where('announcement.is_test', '=', false)
  if (scope === 'all') return query
  const received = sql<boolean>`exists (select from message where message.announcement_id = announcement.id
    and (message.user_id = ${user_id || null}::uuid or message.parent_id = ${parent_id}::uuid))`
  if (scope === 'own') return query.where(received)
  return query.where((eb) =>
    eb.or([
      eb('announcement.created_by', '=', user_id),
      received,
      ...(scope === 'branch' ? [sql<boolean>`announcement.branch_id = any(${branch_ids}::uuid[])`] : []),
    ]),
  )
}

/** Announcements by their latest change, whoever wrote them. */
export const announcementList = tenantList<Selected<typeof listed>>()({
  name: 'announcement',
  title: 'announcement.plural',
  access: { view: 'announcement.view', create: 'announcement.create', print: 'announcement.view' },
  columns: [
    { key: 'title', kind: 'title', label: 'announcement.title', room: 'who', lines: true },
    { key: 'channels', label: 'announcement.channels', words: 'announcement.channel', room: 'wide' },
    { key: 'recipients', label: 'announcement.recipients', kind: 'count', room: 'table', sort: true },
    { key: 'writer', label: 'announcement.writer', room: 'wide', sort: true },
    { key: 'scheduled_at', label: 'announcement.scheduled_at', kind: 'instant', only: 'file' },
    { key: 'sent_at', label: 'announcement.sent_at', kind: 'instant', sort: true },
    { key: 'sender', label: 'announcement.sender', only: 'file' },
    {
      key: 'used_credits',
      label: 'announcement.used_credits',
      kind: 'count',
      only: 'file',
      when: paysCredits,
    },
    { key: 'status', label: 'announcement.status', kind: 'status', sort: true },
    { key: 'created_at', label: 'announcement.created_at', kind: 'instant', only: 'file', sort: true },
  ],
  filters: {
    from: onDay('announcement.from', { until: 'to' }),
    to: onDay('announcement.to_day'),
    channel: oneOf('announcement.channels', channels, 'announcement.channel'),
    branch_id: oneEntry('announcement.branch', (db, { scope }: Reader) => branchChoices(db, scope)),
    status: oneOf('announcement.status', announcementStatuses, 'common.status'),
  },
  tabs: byStatus,
  defaultSort: '-created_at',
  query(db, { scope }, { q, from, to, channel, branch_id, status }) {
    let query = listed(db, scope)
    const day = sql<Date>`coalesce(announcement.started_at, announcement.scheduled_at, announcement.created_at)`
    if (from) query = query.where(day, '>=', dayBegins(from))
    if (to) query = query.where(day, '<', dayBegins(to, 1))
    if (channel) query = query.where(sql<boolean>`${channel} = any(announcement.channels)`)
    if (branch_id) query = query.where('announcement.branch_id', '=', branch_id)
    if (status) query = query.where('announcement.status', '=', status)
    if (q)
      query = query.where((eb) =>
        contains(eb, q, ['announcement.title_en', 'announcement.title_my', 'writer.name']),
      )
    return query
  },
})

/** Credits are the office's; class roles are told of none. */
export function paysCredits({ roles }: { roles: readonly SessionRole[] }): boolean {
  return scopeOf(roles, 'credit.view') !== undefined
}

function listed(db: Kysely<DB>, scope: RowScope) {
  return announcementsIn(db, scope)
    .leftJoin('user_account as writer', 'writer.id', 'announcement.created_by')
    .leftJoin('user_account as sender', 'sender.id', 'announcement.sent_by')
    .select(['announcement.id', 'announcement.channels', 'announcement.recipients', 'announcement.status'])
    .select(['announcement.scheduled_at', 'announcement.started_at as sent_at', 'announcement.used_credits'])
    .select(['announcement.created_at', 'writer.name as writer', 'sender.name as sender'])
    .select(
      sql<InBoth>`jsonb_build_object('en', announcement.title_en, 'my', announcement.title_my)`.as('title'),
    )
}

export interface AnnouncementRow extends Texts {
  id: string
  channels: string[]
  audience: Audience
  is_urgent: boolean
  status: (typeof announcementStatuses)[number]
  scheduled_at: Date | null
  started_at: Date | null
  finished_at: Date | null
  stopped_at: Date | null
  prepared_at: Date | null
  reserved_credits: number
  used_credits: number | null
  recipients: number | null
  branch_id: string | null
  created_by: string | null
  sent_by: string | null
  created_at: Date
  version: number
  writer: string | null
  sender: string | null
  stopper: string | null
}

/** One announcement in scope; refuses not_found.announcement. */
export async function announcement(db: Kysely<DB>, scope: RowScope, id: string): Promise<AnnouncementRow> {
  const row = await announcementsIn(db, scope)
    .leftJoin('user_account as writer', 'writer.id', 'announcement.created_by')
    .leftJoin('user_account as sender', 'sender.id', 'announcement.sent_by')
    .leftJoin('user_account as stopper', 'stopper.id', 'announcement.stopped_by')
    .selectAll('announcement')
    .select(['writer.name as writer', 'sender.name as sender', 'stopper.name as stopper'])
    .where('announcement.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.announcement')
  return {
    ...row,
    audience: audienceSchema.parse(row.audience),
    status: row.status as AnnouncementRow['status'],
  }
}

/** A draft is changed by whoever may write announcements and sees it: nothing leaves before somebody who may sends it. */
export const mayChange = ({ roles }: Pick<Actor, 'roles'>): boolean =>
  scopeOf(roles, 'announcement.create') !== undefined

/** The message by which a parent received an announcement, with what its placeholders say to them. */
export function receivedMessage(db: Kysely<DB>, { parent_id }: RowScope, announcement_id: string) {
  return db
    .selectFrom('message')
    .select(['name', 'locale', 'facts'])
    .where('announcement_id', '=', announcement_id)
    .where('parent_id', '=', parent_id)
    .executeTakeFirst()
}

export interface AnnouncementFile {
  id: string
  kind: 'picture' | 'attachment'
  name: string
  content_type: string
  size_bytes: number
  storage_key: string
}

/** Pictures and attachments, in the order in which they were added. */
export async function filesOf(db: Kysely<DB>, announcement_id: string): Promise<AnnouncementFile[]> {
  const rows = await db
    .selectFrom('announcement_file')
    .innerJoin('stored_file', 'stored_file.id', 'announcement_file.file_id')
    .select(['announcement_file.id', 'announcement_file.kind', 'announcement_file.name'])
    .select(['stored_file.content_type', 'stored_file.size_bytes', 'stored_file.storage_key'])
    .where('announcement_file.announcement_id', '=', announcement_id)
    .orderBy('announcement_file.position')
    .execute()
  return rows as AnnouncementFile[]
}

/** One file of an announcement in scope; refuses not_found.file. */
export async function announcementFile(db: Kysely<DB>, scope: RowScope, id: string) {
  const row = await announcementsIn(db, scope)
    .innerJoin('announcement_file', 'announcement_file.announcement_id', 'announcement.id')
    .innerJoin('stored_file', 'stored_file.id', 'announcement_file.file_id')
    .select(['announcement_file.name', 'stored_file.content_type', 'stored_file.storage_key'])
    .select('stored_file.size_bytes')
    .where('announcement_file.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found.file')
  return row
}

const mostTags = 100

/** What an author may choose recipients by; what a draft names already stays on offer. */
export async function audienceOptions(db: Kysely<DB>, scope: RowScope, kept?: Audience) {
  const [branches, programs, categories, subjects, tags] = await Promise.all([
    branchOptions(db, kept?.branch_ids, scope),
    offered(db, 'program', kept?.program_ids).select(['id', 'name']).orderBy('name').execute(),
    offered(db, 'category', kept?.category_ids).select(['id', 'name']).orderBy('name').execute(),
    subjectsIn(db, scope)
      .where('subject.status', '=', 'active')
      .select(['subject.id', 'subject.name'])
      .orderBy('subject.name')
      .orderBy('subject.id')
      .execute(),
    studentsIn(db, scope)
      .where('student.status', '=', 'active')
      .select(sql<string>`unnest(student.tags)`.as('tag'))
      .distinct()
      .orderBy('tag')
      .limit(mostTags)
      .execute(),
  ])
  return { branches, programs, categories, subjects, tags: tags.map(({ tag }) => tag) }
}
export type AudienceOptions = Awaited<ReturnType<typeof audienceOptions>>

/**
 * The names of what an audience chooses, for its page, and student numbers and family codes as they are typed. Of people those
 * that the reader's scope reaches: who received an announcement, or copied it, does not learn whom else it named.
 */
export async function audienceNames(db: Kysely<DB>, scope: RowScope, audience: Audience) {
  const named = (table: 'branch' | 'program' | 'category' | 'subject', chosen: readonly string[]) =>
    chosen.length === 0
      ? []
      : db
          .selectFrom(table as 'branch')
          .select('name')
          .where(sql<boolean>`id = any(${chosen}::uuid[])`)
          .orderBy('name')
          .execute()
  const [branches, programs, categories, subjects, students, parents] = await Promise.all([
    named('branch', audience.branch_ids),
    named('program', audience.program_ids),
    named('category', audience.category_ids),
    named('subject', audience.subject_ids),
    audience.student_ids.length === 0
      ? []
      : studentsIn(db, scope)
          .select(['student.name', 'student.student_no as code'])
          .where(sql<boolean>`student.id = any(${audience.student_ids}::uuid[])`)
          .orderBy('student.student_no')
          .execute(),
    audience.parent_ids.length === 0
      ? []
      : parentsIn(db, scope)
          .select(['parent.name', 'parent.family_code as code'])
          .where(sql<boolean>`parent.id = any(${audience.parent_ids}::uuid[])`)
          .orderBy('parent.family_code')
          .execute(),
  ])
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
  const people = [...students, ...parents]
  return {
    branches: names(branches),
    programs: names(programs),
    categories: names(categories),
    subjects: names(subjects),
    tags: audience.tags,
    people: people.map(({ name, code }) => `${name} (${code})`),
    codes: people.map(({ code }) => code),
  }
}
export type AudienceNames = Awaited<ReturnType<typeof audienceNames>>
