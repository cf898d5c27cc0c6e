import { addDays, addMonths, daysBetween, startOfMonth } from '#app/domain/core/dates.ts'
import type { Grant } from '../billing.ts'
import type { Event } from '../history.ts'
import type { Household, Pupil } from '../people.ts'
import type { Team } from '../staff.ts'
import { add, at, type Stage } from '../stage.ts'

interface Story {
  /** The first day on which it holds; that of the next month by default. */
  from?: string
  /** Days from tomorrow on which it holds, where it ends soon. */
  days?: number
  status: 'requested' | 'approved' | 'rejected' | 'ended'
  /** Days before today on which the front office asked. */
  ago: number
  reason: Said
  document?: Said
  decision_reason?: Said
}
type Said = Record<'en' | 'my', string>

const stories: readonly Story[] = [
  {
    ...{ status: 'requested', ago: 1 },
    reason: { my: 'Ibunya baharu diterima bekerja di sini', en: 'The mother has begun to work here' },
    document: { my: 'Surat tawaran bertarikh bulan ini', en: 'Letter of offer of this month' },
  },
  {
    ...{ status: 'approved', ago: 20 },
    reason: { my: 'Keputusan peperiksaan tahun lepas', en: 'Results of last year' },
    document: { my: 'Slip keputusan peperiksaan', en: 'Slip of results' },
  },
  {
    ...{ status: 'rejected', ago: 9 },
    reason: { my: 'Dimohon oleh bapa di kaunter', en: 'Asked by the father at the counter' },
    document: { my: 'Salinan kad pekerja', en: 'Copy of a staff card' },
    decision_reason: {
      my: 'Kad pekerja sudah tamat tempoh tahun lepas.',
      en: 'The staff card expired last year.',
    },
  },
  {
    ...{ status: 'ended', ago: 300 },
    reason: { my: 'Bapa bertukar sekolah tahun lepas', en: 'The father changed schools last year' },
    document: { my: 'Surat pertukaran', en: 'Letter of transfer' },
  },
  {
    ...{ status: 'approved', ago: 12, days: 24 },
    reason: { my: 'Bantuan sementara bapa tidak bekerja', en: 'Help while the father is out of work' },
    document: { my: 'Surat pengesahan majikan', en: 'Letter of the employer' },
  },
]

/**
 * Discounts that the front office asked for, each for a child of its branch: one waits, one holds from next month on, so
 * that no bill of the past should have had it, one was turned down, one is over, one ends soon. Tells the audit log.
 */
export function giveDiscounts(stage: Stage, { office }: Team, households: readonly Household[]): Event[] {
  const clerk = office.find(({ role }) => role === 'clerk')
  const head = office.find(({ role }) => role === 'admin')
  const rules = stage.rows.discount!.filter(({ type }) => type !== 'sibling' && type !== 'early')
  if (!clerk || !head || rules.length === 0) return []
  const pupils = households
    .flatMap((household) => household.pupils)
    .filter((pupil) => pupil.left_on === null && pupil.home === (clerk.branch ?? 0) && pupil.year < 12)
  return stories.flatMap((story, index) =>
    told(stage, story, { clerk, head, rule: rules[index % rules.length]!, pupil: pupils[index * 5 + 3]! }),
  )
}

const grantsOfOld = [
  {
    type: 'staff_child' as const,
    reason: { my: 'Ibunya mengajar di sini', en: 'The mother teaches here' },
    document: { my: 'Kad pekerja', en: 'Staff card' },
  },
  {
    type: 'subsidy' as const,
    reason: { my: 'Bapa penjawat awam', en: 'The father is a public servant' },
    document: { my: 'Surat kelulusan penaja', en: 'Letter of the sponsor' },
  },
]

/**
 * Only children who have had a discount from the first bill on, of who works here and of a sponsor where there is one:
 * theirs and why stand on each.
 */
export function grantOfOld(
  stage: Stage,
  { office }: Team,
  households: readonly Household[],
): { grants: Map<Pupil, Grant>; told: Event[] } {
  const clerk = office.find(({ role }) => role === 'clerk')
  const head = office.find(({ role }) => role === 'admin')
  const pupils = households
    .filter(({ pupils }) => pupils.length === 1)
    .flatMap(({ pupils }) => pupils)
    .filter(({ left_on, home, joined_on }) => {
      return left_on === null && home === (clerk?.branch ?? 0) && joined_on < stage.months[0]!
    })
  const grants = new Map<Pupil, Grant>()
  const events: Event[] = []
  if (!clerk || !head) return { grants, told: events }
  for (const [at, { type, reason, document }] of grantsOfOld.entries()) {
    const rule = stage.rows.discount!.find((one) => one.type === type)
    const pupil = pupils[at]
    if (!rule || !pupil) continue
    const ago = daysBetween(stage.months[0]!, stage.today) + 8
    const story: Story = { status: 'approved', ago, from: stage.months[0]!, reason, document }
    const asked = told(stage, story, { clerk, head, rule, pupil })
    const given = {
      ...{ discount_id: rule.id as string, student_discount_id: asked[0]!.object.id },
      ...{ code: rule.code, name: rule.name, type, sponsor: rule.sponsor ?? null, decided_by: head.name },
      reason: reason[stage.locale === 'my' ? 'my' : 'en'],
    }
    const { percent_bp = null, amount_sen: fixed_sen = null } = rule
    grants.set(pupil, { given, percent_bp, fixed_sen })
    events.push(...asked)
  }
  return { grants, told: events }
}

interface Cast {
  clerk: { user_id: string; name: string }
  head: { user_id: string; name: string }
  rule: NonNullable<Stage['rows']['discount']>[number]
  pupil: Pupil
}

function told(stage: Stage, story: Story, { clerk, head, rule, pupil }: Cast): Event[] {
  const { today } = stage
  const locale = stage.locale === 'my' ? 'my' : 'en'
  const { status, ago } = story
  const requested_at = at(stage, addDays(today, -ago), 11.2)
  const decided_at = at(stage, addDays(today, -ago + 1), 9.6)
  const id = stage.random.id(requested_at)
  const [open, over] = [status === 'requested', status === 'ended']
  const starts_on =
    story.from ??
    (story.days ? addDays(today, 1) : startOfMonth(over ? addDays(today, -ago) : addMonths(today, 1)))
  const last = story.days ? addDays(starts_on, story.days) : null
  const ends_on = over ? addDays(addMonths(starts_on, 1), -1) : last
  const decision_reason = story.decision_reason?.[locale] ?? null
  const values = {
    ...{ student_id: pupil.id, discount_id: rule.id as string, starts_on, ends_on },
    ...{ reason: story.reason[locale], document: story.document?.[locale] ?? null },
  }
  add(stage, 'student_discount', {
    ...{ id, ...values, status, requested_by: clerk.user_id, requested_at, created_at: requested_at },
    ...{ created_by: clerk.user_id, updated_at: requested_at, updated_by: clerk.user_id, decision_reason },
    ...(open
      ? { decided_by: null, decided_at: null, version: 1 }
      : { decided_by: head.user_id, decided_at, version: 2 }),
  })
  const names = { name: pupil.name, discount: rule.name as string }
  const object = { type: 'student_discount', id }
  const asked: Event = {
    at: requested_at,
    by: { id: clerk.user_id, name: clerk.name },
    action: 'student_discount.requested',
    object,
    after: { ...names, ...values, status: 'requested' },
  }
  if (open) return [asked]
  const decided: Event = {
    at: decided_at,
    by: { id: head.user_id, name: head.name },
    action: status === 'rejected' ? 'student_discount.rejected' : 'student_discount.approved',
    object,
    after: { ...names, asked_by: clerk.name, ...(decision_reason ? { decision_reason } : {}) },
  }
  return [asked, decided]
}
