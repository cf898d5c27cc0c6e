import { type Kysely, sql } from 'kysely'
import { type SessionRole, scopeOf } from '#app/domain/core/access/access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { compact } from '#app/domain/core/invisible.ts'
import { maskedName } from '#app/domain/core/mask.ts'
import { heldUntil } from '#app/domain/messaging/delivery/pace.ts'
import { costlyLetters } from '#app/domain/messaging/texts/segments.ts'
import { judgeSms } from '#app/domain/messaging/texts/sms-rules.ts'
import { balanceOf } from '#app/domain/platform/message-credits/move-credits.ts'
import type { DB } from '#db/types.ts'
import { textLocales } from './announcement.ts'
import { composedText } from './compose.ts'
import { type AnnouncementRow, paysCredits } from './find-announcements.ts'
import { countedAs, type PlannedRecipient, type PlanSetting } from './plan-deliveries.ts'
import { planOf, type SendSetting, sendScope } from './send-announcement.ts'

/** One recipient with the texts as they will read them. */
export interface Sample {
  name: string
  locale: 'en' | 'my'
  subject: string
  html: string
  sms?: string | undefined
  whatsapp?: string | undefined
  /** By which channels it leaves. */
  channels: string[]
}

const samples = 3

/**
 * Everything that somebody should know before sending: how many by which channel, for how many credits, who is left out, and
 * what three real recipients read. `family`: one more, by family code or student number; null when they are not among the
 * recipients. Refuses what sendScope refuses.
 */
export async function reviewOf(
  db: Kysely<DB>,
  actor: Actor,
  row: AnnouncementRow,
  setting: SendSetting,
  family?: string,
) {
  const reach = sendScope(actor, row)
  const [{ plan, cost, setting: school }, now, balance] = await Promise.all([
    planOf(db, reach, row, setting),
    databaseTime(db),
    paysCredits(actor) ? balanceOf(db) : null,
  ])
  const shown = (one: PlannedRecipient) => sampleOf(row, one, school, actor.roles)
  const chosen = family ? await planOfFamily(db, plan, family) : undefined
  return {
    cost,
    counted: countedAs(cost),
    balance: balance?.credit ?? null,
    samples: spread(plan).map(shown),
    family: family === undefined ? undefined : chosen ? shown(chosen) : null,
    quiet_until: row.is_urgent || row.channels.length === 1 ? null : heldUntil(now),
    costly: row.channels.includes('sms')
      ? costlyLetters(textLocales.map((locale) => row[`sms_${locale}`] ?? '').join(''))
      : [],
    warned: row.channels.includes('sms')
      ? textLocales.flatMap((locale) => judgeSms(row[`sms_${locale}`] ?? '').warned)
      : [],
  }
}

/** The first, the one in the middle and the last, so that families and staff, and both languages, are likely among them. */
function spread(plan: readonly PlannedRecipient[]): PlannedRecipient[] {
  if (plan.length <= samples) return [...plan]
  const places = new Set([0, Math.floor(plan.length / 2), plan.length - 1])
  const picked = [...places].map((at) => plan[at]!)
  // A language that nobody of them reads takes the place of the one in the middle.
  const read = new Set(picked.map(({ recipient }) => recipient.locale))
  const other = plan.find(({ recipient }) => !read.has(recipient.locale))
  if (other) picked[1] = other
  return picked
}

/** Names of parents are shortened for roles that may not open parents. */
function sampleOf(
  row: AnnouncementRow,
  { recipient, deliveries }: PlannedRecipient,
  school: PlanSetting,
  roles: readonly SessionRole[],
): Sample {
  const name = scopeOf(roles, 'parent.view') ? recipient.name : maskedName(recipient.name)
  const { subject, html, locale, sms, whatsapp } = composedText(
    row,
    row.channels,
    { ...recipient, name },
    school,
  )
  const leaving = deliveries.filter(({ suppressed }) => !suppressed).map(({ channel }) => channel)
  return {
    ...{ name, locale, subject, html, channels: leaving },
    ...(sms && leaving.includes('sms') ? { sms } : {}),
    ...(whatsapp && leaving.includes('whatsapp') ? { whatsapp } : {}),
  }
}

async function planOfFamily(
  db: Kysely<DB>,
  plan: readonly PlannedRecipient[],
  typed: string,
): Promise<PlannedRecipient | undefined> {
  const code = compact(typed).toUpperCase()
  // Whoever is found counts only if they are among the recipients, who are within the scope.
  const parents = await db
    .selectFrom('parent')
    .leftJoin('joined_family', 'joined_family.parent_id', 'parent.id')
    .select(['parent.id', 'joined_family.joined_to_id'])
    .where(
      sql<boolean>`(parent.family_code = ${code} or parent.id in (select student_parent.parent_id from student_parent
        join student on student.id = student_parent.student_id and student.deleted_at is null
        where upper(student.student_no) = ${code}))`,
    )
    .execute()
  const ids = new Set(parents.flatMap(({ id, joined_to_id }) => (joined_to_id ? [id, joined_to_id] : id)))
  return plan.find(({ recipient }) => recipient.parent_id !== null && ids.has(recipient.parent_id))
}
