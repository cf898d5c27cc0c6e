import { sql, type Transaction } from 'kysely'
import { type Actor, everywhere, userOrSystemActor } from '#app/domain/core/actor.ts'
import { addDays, todayIn } from '#app/domain/core/dates.ts'
import { type AnnouncementInput, announcementForm } from '#app/domain/messaging/announcements/announcement.ts'
import {
  cancelAnnouncement,
  createAnnouncement,
  scheduleAnnouncement,
} from '#app/domain/messaging/announcements/change-announcement.ts'
import { announcement } from '#app/domain/messaging/announcements/find-announcements.ts'
import { countedAs } from '#app/domain/messaging/announcements/plan-deliveries.ts'
import {
  planOf,
  prepareAnnouncement,
  sendScope,
  startSending,
} from '#app/domain/messaging/announcements/send-announcement.ts'
import { endAnnouncements } from '#app/domain/messaging/delivery/end-announcements.ts'
import type { DB } from '#db/types.ts'
import { laterOf } from '../stage.ts'
import { dateEntries, lastEntry } from '../stories/own-moment.ts'

/** What an organisation has told its families: sent, sent with errors, scheduled, cancelled and still being written. */
const texts = {
  holiday: {
    title_en: 'Year-end holiday',
    body_en:
      'Dear {parent},\n\nOur last week of classes is the **third week of December**. Classes start again in the first week of January.\n\n- Books can be collected at the office.\n- The office stays open on weekday mornings.\n\nThank you for the year.',
    title_my: 'Cuti akhir tahun',
    body_my:
      'Tuan/Puan {parent},\n\nMinggu terakhir kelas ialah **minggu ketiga Disember**. Kelas bermula semula pada minggu pertama Januari.\n\n- Buku boleh diambil di pejabat.\n- Pejabat dibuka pada waktu pagi hari bekerja.\n\nTerima kasih atas sokongan anda sepanjang tahun ini.',
  },
  overdue: {
    title_en: 'Your overdue fees',
    body_en:
      'Dear {parent},\n\n{amount} was due by {due}. You can pay online here: {link}\n\nPlease talk to us if you need more time.',
    title_my: 'Tunggakan yuran anda',
    body_my:
      'Tuan/Puan {parent},\n\n{amount} perlu dibayar sebelum {due}. Anda boleh membayar dalam talian di sini: {link}\n\nSila hubungi kami jika anda memerlukan lebih masa.',
  },
  trip: {
    title_en: 'Class photo day',
    body_en:
      'Dear {parent},\n\nClass photos are taken next week. Please let {student} wear the centre T-shirt.',
    sms_en: 'Class photos are taken next week. Please let your child wear the centre T-shirt.',
    title_my: 'Hari bergambar kelas',
    body_my:
      'Tuan/Puan {parent},\n\nGambar kelas akan diambil minggu depan. Sila pastikan {student} memakai baju-T pusat.',
    sms_my: 'Gambar kelas akan diambil minggu depan. Sila pastikan anak anda memakai baju-T pusat.',
  },
  meeting: {
    title_en: 'Meeting of all trainers',
    body_en: 'Dear {parent},\n\nWe meet on the first Saturday of the month to plan the coming year.',
    title_my: 'Mesyuarat semua guru',
    body_my:
      'Tuan/Puan {parent},\n\nKita bermesyuarat pada Sabtu pertama bulan depan untuk merancang tahun hadapan.',
  },
  flood: {
    title_en: 'Classes during heavy rain',
    body_en:
      'Dear {parent},\n\nIf roads are flooded, classes are held later. We write as soon as we know more.',
    title_my: 'Kelas semasa hujan lebat',
    body_my:
      'Tuan/Puan {parent},\n\nJika jalan dinaiki air, kelas akan ditunda. Kami akan memaklumkan perkembangan seterusnya.',
  },
} as const

type Given = Partial<AnnouncementInput> & Pick<AnnouncementInput, 'who'>

/** Announcements of each organisation, by the product's own verbs; after their credits are there. */
export async function addAnnouncements(
  trx: Transaction<DB>,
  { now, today }: { now: Date; today: string },
): Promise<void> {
  // Scheduling goes by the clock of the database, whatever day the demo is of.
  const soon = laterOf(today, todayIn(new Date()))
  const entities = await trx
    .selectFrom('platform.entity')
    .select(['id', 'subdomain', 'schema_name', 'role_name'])
    .orderBy('subdomain')
    .execute()
  for (const { id, subdomain, schema_name, role_name } of entities) {
    const at = (days: number, hours: number) =>
      new Date(new Date(`${addDays(today, -days)}T00:00:00+08:00`).getTime() + hours * 3_600_000)
    await enter(trx, schema_name, role_name)
    const admin = await actorOf(trx, 'admin')
    const clerk = await actorOf(trx, 'clerk')
    const setting = { entity: { id }, origin: `http://${subdomain}.localhost` }
    const write = async (actor: Actor, given: Given) =>
      announcement(
        trx,
        everywhere,
        await createAnnouncement(trx, actor, everywhere, announcementForm.parse(given)),
      )
    const send = async (given: Given, sent_at: Date, became: () => Promise<void>) => {
      const before = await lastEntry(trx)
      const row = await write(admin, given)
      const { cost } = await planOf(trx, sendScope(admin, row), row, setting)
      await startSending(
        trx,
        admin,
        everywhere,
        row.id,
        { version: row.version, counted: countedAs(cost) },
        setting,
      )
      await prepareAnnouncement((work) => work(trx), row.id, setting)
      await became()
      await endAnnouncements(trx)
      await backdate(trx, { id: row.id, before, at: sent_at, now }, role_name)
    }
    await send({ ...texts.holiday, who: ['families', 'trainers'], channels: ['email'] }, at(12, 10), () =>
      arrived(trx, now),
    )
    const dear = {
      branch_ids: [await smallestBranch(trx)],
      channels: ['email' as const, 'whatsapp' as const],
    }
    await send({ ...texts.overdue, who: ['overdue'], ...dear }, at(5, 11), () => arrived(trx, now, 'some'))
    const before = await lastEntry(trx)
    const stopped = await write(admin, { ...texts.flood, who: ['families'], channels: ['email'] })
    await scheduleAnnouncement(trx, admin, stopped, { on: addDays(soon, 2), at: '09:00' })
    await cancelAnnouncement(trx, admin, everywhere, stopped.id)
    await backdate(trx, { id: stopped.id, before, at: at(3, 15), now }, role_name)
    const later = await lastEntry(trx)
    const planned = await write(admin, { ...texts.trip, who: ['families'], channels: ['email', 'sms'] })
    await scheduleAnnouncement(trx, admin, planned, { on: addDays(soon, 3), at: '10:00' })
    await write(clerk, { ...texts.meeting, who: ['trainers'], channels: [] })
    await sql`reset role`.execute(trx)
    await dateEntries(trx, later, now)
    await sql`select set_config('search_path', '', true)`.execute(trx)
    // What has happened long ago does not leave now.
    await sql`delete from platform.outbox where entity_id = ${id}
      and name in ('announcement.prepare', 'message.deliver', 'message.finish')`.execute(trx)
    await sql`update platform.credit_entry set created_at = least(created_at, ${at(5, 11)})
      where entity_id = ${id} and about = 'announcement'`.execute(trx)
  }
}

/** Whose overdue families the credits of a demo pay messages to. */
async function smallestBranch(trx: Transaction<DB>): Promise<string> {
  const { branch_id } = await trx
    .selectFrom('student')
    .select('branch_id')
    .groupBy('branch_id')
    .orderBy((eb) => eb.fn.countAll())
    .orderBy('branch_id')
    .executeTakeFirstOrThrow()
  return branch_id
}

async function actorOf(trx: Transaction<DB>, role: string): Promise<Actor> {
  const { id, roles } = await trx
    .selectFrom('user_account')
    .select(['id', 'roles'])
    .where(sql<boolean>`email like ${`${role}@%`}`)
    .executeTakeFirstOrThrow()
  return { ...(await userOrSystemActor(trx, id)), roles: roles as Actor['roles'] }
}

/** What the engine would have written: nearly all arrived and many were read; of some, the address or the gateway failed. */
async function arrived(trx: Transaction<DB>, now: Date, trouble?: 'some'): Promise<void> {
  await sql`
    with chance as (
      -- places in a shuffled row, so that even among few somebody has each fate
      select message_id, channel, percent_rank() over (order by md5(message_id::text || channel)) * 100 as drawn
      from message_delivery where status = 'queued'
    )
    update message_delivery as delivery set attempts = 1, claimed_at = ${now}, sent_at = ${now},
      status = case
        when ${trouble === 'some'}::boolean and drawn < 12 then 'failed'
        when delivery.channel = 'email' then 'sent'
        when drawn < 70 then 'read' else 'delivered' end,
      reason = case when ${trouble === 'some'}::boolean and drawn < 12
        then case delivery.channel when 'email' then 'address' else 'number' end end,
      failed_at = case when ${trouble === 'some'}::boolean and drawn < 12 then ${now}::timestamptz end,
      delivered_at = case when delivery.channel <> 'email' and drawn >= 12 then ${now}::timestamptz end
    from chance where chance.message_id = delivery.message_id and chance.channel = delivery.channel`.execute(
    trx,
  )
  await sql`
    with chance as (select id, percent_rank() over (order by md5(id::text)) as drawn from message where read_at is null)
    update message set read_at = ${now} from chance where chance.id = message.id and drawn < 0.55`.execute(
    trx,
  )
}

/** All of it happened at one moment; the organisation's own role may not change what was sent. */
async function backdate(
  trx: Transaction<DB>,
  { id, before, at, now }: { id: string; before: string; at: Date; now: Date },
  role_name: string,
): Promise<void> {
  await sql`reset role`.execute(trx)
  // The log is told in the order of time, and all other stories have been told.
  await dateEntries(trx, before, now)
  await sql`update announcement set created_at = ${at}, updated_at = ${at},
    started_at = case when started_at is null then null else ${at}::timestamptz end,
    finished_at = case when finished_at is null then null else ${at}::timestamptz + interval '4 minutes' end
    where id = ${id}`.execute(trx)
  await sql`update message set created_at = ${at},
    read_at = case when read_at is null then null else ${at}::timestamptz + interval '50 minutes' end
    where announcement_id = ${id}`.execute(trx)
  await sql`update message_delivery as delivery set
    claimed_at = case when claimed_at is null then null else ${at}::timestamptz + interval '1 minute' end,
    sent_at = case when sent_at is null then null else ${at}::timestamptz + interval '1 minute' end,
    delivered_at = case when delivered_at is null then null else ${at}::timestamptz + interval '2 minutes' end,
    failed_at = case when failed_at is null then null else ${at}::timestamptz + interval '2 minutes' end
    from message where message.id = delivery.message_id and message.announcement_id = ${id}`.execute(trx)
  await sql`set local role ${sql.id(role_name)}`.execute(trx)
}

/** From here on the transaction is that organisation's. */
async function enter(trx: Transaction<DB>, schema_name: string, role_name: string): Promise<void> {
  await sql`select set_config('search_path', ${schema_name}, true), set_config('role', ${role_name}, true)`.execute(
    trx,
  )
}
