import { type Kysely, sql, type Transaction } from 'kysely'
import { type Permission, scopeOf } from '#app/domain/core/access/access.ts'
import { type Actor, everywhere, type RowScope, systemActor } from '#app/domain/core/actor.ts'
import { record } from '#app/domain/core/audit.ts'
import { refuseStale } from '#app/domain/core/changed.ts'
import { databaseTime, dayBegins } from '#app/domain/core/clock.ts'
import { isMobile } from '#app/domain/core/contact/phone.ts'
import { startOfMonth, todayIn } from '#app/domain/core/dates.ts'
import { firstAddress } from '#app/domain/core/letters/recipients.ts'
import { Refusal, type RefusalCode } from '#app/domain/core/refusal.ts'
import { personOf } from '#app/domain/identity/accounts/accounts.ts'
import { createMessages, finishMessages } from '#app/domain/messaging/delivery/create-messages.ts'
import { smsCredits } from '#app/domain/messaging/texts/sms-credits.ts'
import type { Channel, NewMessage } from '#app/domain/messaging/words.ts'
import { hasMailServer } from '#app/domain/organisation/mail-server/mail-server.ts'
import { reserveCredits } from '#app/domain/platform/message-credits/move-credits.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import {
  addressesOverdue,
  isForClassesAlone,
  managesAnnouncements,
  paidChannels,
  textProblems,
  titleOf,
  whatsAppCredits,
} from './announcement.ts'
import { audienceOf, type Recipient } from './audience.ts'
import { channelsOf, copyFiles, lockedAnnouncement, move, wrongState } from './change-announcement.ts'
import { type ComposeSetting, schoolOf } from './compose.ts'
import { type AnnouncementRow, announcement } from './find-announcements.ts'
import {
  type Cost,
  costOf,
  countedAs,
  type PlannedRecipient,
  type PlanSetting,
  planDeliveries,
  smsTo,
} from './plan-deliveries.ts'

/** Whose messages, and where their links lead. */
export type SendSetting = Pick<ComposeSetting, 'entity' | 'origin'>

/** Messages that one transaction makes. */
export const batchSize = 500

const object = (id: string) => ({ type: 'announcement', id })

const isPaid = (channel: string) => paidChannels.some((paid) => paid === channel)

/** The permission that sending by these channels takes. */
export const sendPermission = (channels: readonly string[]): Permission =>
  channels.some(isPaid) ? 'announcement.send' : 'announcement.send_free'

/**
 * The rows that somebody's announcements by these channels reach. Refuses (announcement.send_not_yours) who may not send by
 * them, as a clerk by SMS, (announcement.overdue_not_yours) roles that see no money an announcement to overdue families, and
 * (announcement.urgent_not_yours) an urgent one for who manages none.
 */
export function sendScope(
  actor: Pick<Actor, 'id' | 'roles' | 'branch_ids'>,
  { channels, audience, is_urgent }: Pick<AnnouncementRow, 'channels' | 'audience' | 'is_urgent'>,
): RowScope {
  const scope = scopeOf(actor.roles, sendPermission(channels))
  if (!scope || !actor.id) throw new Refusal('announcement.send_not_yours')
  if (audience.who.includes('overdue') && !addressesOverdue(actor.roles))
    throw new Refusal('announcement.overdue_not_yours')
  if (is_urgent && !managesAnnouncements(actor.roles)) throw new Refusal('announcement.urgent_not_yours')
  if (isForClassesAlone(actor.roles) && channels.some((channel) => channel !== 'inapp'))
    throw new Refusal('announcement.inapp_only')
  return { scope, user_id: actor.id, branch_ids: actor.branch_ids, parent_id: null }
}

/** What the plan depends on besides the recipients. */
export async function planSetting(db: Kysely<DB>, setting: SendSetting): Promise<PlanSetting> {
  const [school, ownServer, mailsBefore] = await Promise.all([
    schoolOf(db, setting),
    hasMailServer(db),
    mailsOfMonth(db),
  ])
  return { ...school, ownServer, mailsBefore }
}

/** E-mails of announcements by the platform's server since the month began in Kuala Lumpur. */
async function mailsOfMonth(db: Kysely<DB>): Promise<number> {
  const month = startOfMonth(todayIn(await databaseTime(db)))
  const { mails } = await db
    .selectFrom('announcement')
    .select(sql<number>`coalesce(sum(mails), 0)::int`.as('mails'))
    .where('started_at', '>=', dayBegins(month))
    .executeTakeFirstOrThrow()
  return mails
}

/** The recipients as of now, and what sending to them costs. */
export async function planOf(
  db: Kysely<DB>,
  scope: RowScope,
  row: AnnouncementRow,
  setting: SendSetting,
): Promise<{ plan: PlannedRecipient[]; cost: Cost; setting: PlanSetting }> {
  const [recipients, planned] = await Promise.all([
    audienceOf(db, scope, row.audience),
    planSetting(db, setting),
  ])
  const plan = planDeliveries(row, recipients, planned)
  return { plan, cost: costOf(plan), setting: planned }
}

/** The first thing that keeps an announcement from being sent now, apart from credits and who sends it. */
async function refuseUnready(db: Kysely<DB>, row: AnnouncementRow): Promise<void> {
  const [problem] = textProblems({ ...row, who: row.audience.who })
  if (problem) {
    const [code, values = '{}'] = problem[1].split(/\|(.*)/s)
    throw new Refusal(code as RefusalCode, undefined, JSON.parse(values))
  }
  const offered: readonly string[] = await channelsOf(db)
  const lacking = row.channels.find((channel) => channel !== 'inapp' && !offered.includes(channel))
  if (lacking) throw new Refusal('feature.lacking', undefined, { code: `announcement_${lacking}` })
}

/**
 * Starts sending: reserves the exact cost, and a job makes the messages. Refuses other states than draft and scheduled
 * (announcement.state), an older version, an announcement without recipients (announcement.nobody), counts other than those
 * that the person has read (announcement.counts_changed), too few credits (credit.insufficient), and what sendScope refuses.
 */
export async function startSending(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { version, counted }: { version: number; counted: string },
  setting: SendSetting,
): Promise<{ cost: Cost; title: string }> {
  const row = await lockedAnnouncement(trx, scope, id)
  if (row.status !== 'draft' && row.status !== 'scheduled') throw await wrongState(trx, id)
  refuseStale(row, version)
  const reach = sendScope(actor, row)
  const planned = await planOf(trx, reach, row, setting)
  if (countedAs(planned.cost) !== counted) throw new Refusal('announcement.counts_changed')
  await start(trx, actor, row, reach, planned)
  return { cost: planned.cost, title: titleOf(row, 'my') }
}

async function start(
  trx: Transaction<DB>,
  actor: Actor,
  row: AnnouncementRow,
  reach: RowScope,
  { cost, setting }: Awaited<ReturnType<typeof planOf>>,
): Promise<void> {
  const { id } = row
  await refuseUnready(trx, row)
  if (cost.recipients === 0) throw new Refusal('announcement.nobody')
  await reserveCredits(trx, {
    ...{ credits: cost.credits, about: 'announcement', about_id: id, key: `announcement ${id}`, by: actor },
  })
  const mails = setting.ownServer ? 0 : (cost.channels.find(({ channel }) => channel === 'email')?.count ?? 0)
  await move(trx, actor, row, 'sending', {
    ...{ started_at: sql<Date>`now()`, sent_by: actor.id, reserved_credits: cost.credits },
    ...{ reach: JSON.stringify(reach), mails_before: setting.mailsBefore, mails },
  })
  await enqueue(trx, 'announcement.prepare', { announcement_id: id })
  await record(trx, actor, 'announcement.sent', object(id), {
    after: {
      name: titleOf(row, 'my'),
      recipients: cost.recipients,
      credits: cost.credits,
      channels: row.channels,
    },
  })
}

/**
 * Starts a scheduled announcement at its time, as the person who scheduled it may send now. Where that is not possible, as
 * with too few credits, it becomes a draft again and its author is told by mail. Nothing happens to one that was changed,
 * cancelled or scheduled anew meanwhile.
 */
export async function startScheduled(
  trx: Transaction<DB>,
  { announcement_id: id, scheduled_at }: { announcement_id: string; scheduled_at: string },
  setting: SendSetting,
): Promise<'started' | 'refused' | 'gone'> {
  const row = await lockedAnnouncement(trx, everywhere, id).catch(() => undefined)
  if (row?.status !== 'scheduled' || row.scheduled_at?.toISOString() !== scheduled_at) return 'gone'
  const person = await personOf(trx, row.sent_by)
  const reason = await refusalOf(async () => {
    if (!person) throw new Refusal('announcement.send_not_yours')
    const reach = sendScope(person.actor, row)
    await start(trx, person.actor, row, reach, await planOf(trx, reach, row, setting))
  })
  if (!reason) return 'started'

  await move(trx, systemActor, row, 'draft', { scheduled_at: null, sent_by: null })
  await record(trx, systemActor, 'announcement.not_started', object(id), {
    after: { name: titleOf(row, 'my'), reason },
  })
  const tell = row.sent_by ?? row.created_by
  if (tell) await enqueue(trx, 'announcement.not_started', { announcement_id: id, user_id: tell, reason })
  return 'refused'
}

/** None of these refusals leaves anything half done: each comes before the first change. */
async function refusalOf(work: () => Promise<void>): Promise<RefusalCode | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

type WithTenant = <R>(work: (trx: Transaction<DB>) => Promise<R>) => Promise<R>

/**
 * Makes the messages of an announcement that is being sent, in batches of a transaction each. The recipients are those of
 * now, and each run goes on where an earlier one was cut off. What would exceed the reserved credits does not leave. Stops
 * where somebody has cancelled it. Returns how many messages it made.
 */
export async function prepareAnnouncement(
  withTenant: WithTenant,
  announcement_id: string,
  setting: SendSetting,
): Promise<number> {
  const begun = await withTenant((trx) => begin(trx, announcement_id, setting))
  if (!begun) return 0
  const { plan, budget } = begun
  let left = budget
  let made = 0
  for (let first = 0; first < plan.length; first += batchSize) {
    const batch = plan.slice(first, first + batchSize).map(({ recipient, deliveries }) => ({
      recipient,
      deliveries: deliveries.map((delivery) => {
        if (delivery.credits === 0) return delivery
        if (delivery.credits > left) return { ...delivery, credits: 0, suppressed: 'no_credit' as const }
        left -= delivery.credits
        return delivery
      }),
    }))
    const isSending = await withTenant((trx) => makeBatch(trx, announcement_id, batch))
    if (!isSending) return made
    made += batch.length
  }
  await withTenant(async (trx) => {
    await trx
      .updateTable('announcement')
      .set({
        recipients: sql<number>`(select count(*)::int from message where message.announcement_id = announcement.id)`,
      })
      .where('id', '=', announcement_id)
      .where('status', '=', 'sending')
      .execute()
    await finishMessages(trx, announcement_id)
  })
  return made
}

/** Who is still without a message, and the credits that are left of the reservation; undefined when nothing is to be made. */
async function begin(trx: Transaction<DB>, id: string, setting: SendSetting) {
  const row = await trx
    .selectFrom('announcement')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('is_test', '=', false)
    .where('prepared_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const [recipients, planned, done] = await Promise.all([
    audienceOf(trx, row.reach as unknown as RowScope, row.audience as unknown as AnnouncementRow['audience']),
    planSetting(trx, setting),
    trx
      .selectFrom('message')
      .leftJoin('message_delivery', 'message_delivery.message_id', 'message.id')
      .select(['message.parent_id', 'message.user_id'])
      .select(sql<number>`coalesce(sum(message_delivery.credits), 0)::int`.as('credits'))
      .where('message.announcement_id', '=', id)
      .groupBy(['message.id'])
      .execute(),
  ])
  const plan = planDeliveries(row, recipients, { ...planned, mailsBefore: row.mails_before })
  const isDone = new Set(done.map(({ parent_id, user_id }) => parent_id ?? user_id))
  const spent = done.reduce((sum, { credits }) => sum + credits, 0)
  return {
    plan: plan.filter(({ recipient }) => !isDone.has(recipient.parent_id ?? recipient.user_id)),
    budget: row.reserved_credits - spent,
  }
}

/** False when it was cancelled meanwhile: whoever cancels waits for the batch, or the batch finds that it is over. */
async function makeBatch(
  trx: Transaction<DB>,
  id: string,
  batch: readonly PlannedRecipient[],
): Promise<boolean> {
  const row = await trx
    .selectFrom('announcement')
    .select('status')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row?.status !== 'sending') return false
  await createMessages(
    trx,
    batch.map(({ recipient, deliveries }) => messageTo(id, recipient, deliveries)),
  )
  return true
}

const messageTo = (
  announcement_id: string,
  { parent_id, user_id, name, locale, facts }: Recipient,
  deliveries: NewMessage['deliveries'],
): NewMessage => ({
  ...{ kind: 'announcement', announcement_id, parent_id, user_id, name, locale, deliveries },
  facts: facts as Record<string, unknown>,
})

/**
 * Sends an announcement to the person themself, through the same gateways and for the same price as to anybody else, with
 * what its placeholders would say to the first recipient. Refuses a channel for which the account has no address
 * (announcement.test_address), one by which the person may not send, and too few credits.
 */
export async function sendTest(
  trx: Transaction<DB>,
  actor: Actor,
  scope: RowScope,
  id: string,
  { channels, locale }: { channels: readonly Channel[]; locale: string },
  setting: SendSetting,
): Promise<{ credits: number }> {
  const row = await announcement(trx, scope, id)
  const chosen = row.channels.filter((channel) => channels.some((one) => one === channel)) as Channel[]
  if (chosen.length === 0) throw new Refusal('announcement.test_channel', 'channels')
  const reach = sendScope(actor, { channels: chosen, audience: row.audience, is_urgent: false })
  await refuseUnready(trx, row)
  const [account, [first], school] = await Promise.all([
    trx
      .selectFrom('user_account')
      .select(['id', 'name', 'email', 'phone'])
      .where('id', '=', actor.id)
      .executeTakeFirstOrThrow(),
    audienceOf(trx, reach, row.audience),
    schoolOf(trx, setting),
  ])
  const self: Recipient = {
    ...{ parent_id: null, user_id: account.id, name: account.name, locale: knownLocale(locale) },
    ...{
      email: account.email,
      phone: account.phone,
      facts: first?.facts ?? {},
      opted_out: [],
      duplicate: [],
    },
  }
  const deliveries = chosen.map((channel) => {
    const mobile = account.phone && isMobile(account.phone) ? account.phone : null
    const address = channel === 'inapp' ? null : channel === 'email' ? firstAddress(account.email) : mobile
    if (channel !== 'inapp' && !address) throw new Refusal('announcement.test_address', 'channels')
    const sms = channel === 'sms' ? smsTo(row, self, school) : null
    const credits = sms ? smsCredits(sms) : channel === 'whatsapp' ? whatsAppCredits : 0
    const to = { channel, address }
    return credits === null ? { ...to, credits: 0, suppressed: 'not_allowed' as const } : { ...to, credits }
  })
  const credits = deliveries.reduce((sum, one) => sum + one.credits, 0)
  const copy = newId()
  const { title_en, body_en, sms_en, title_my, body_my, sms_my, audience } = row
  await reserveCredits(trx, {
    ...{ credits, about: 'announcement', about_id: copy, key: `announcement ${copy}`, by: actor },
  })
  await trx
    .insertInto('announcement')
    .values({
      ...{ id: copy, title_en, body_en, sms_en, title_my, body_my, sms_my, channels: chosen },
      ...{ audience: JSON.stringify(audience), is_urgent: true, is_test: true, copied_from_id: id },
      ...{ status: 'sending', started_at: sql<Date>`now()`, sent_by: actor.id, recipients: 1 },
      ...{ reserved_credits: credits, created_by: actor.id, updated_by: actor.id },
    })
    .execute()
  await copyFiles(trx, id, copy)
  await createMessages(trx, [messageTo(copy, self, deliveries)])
  await finishMessages(trx, copy)
  await record(trx, actor, 'announcement.tested', object(id), {
    after: { name: titleOf(row, 'my'), channels: chosen, credits },
  })
  return { credits }
}
