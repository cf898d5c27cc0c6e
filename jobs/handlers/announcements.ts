import {
  prepareAnnouncement,
  type SendSetting,
  startScheduled,
} from '#app/domain/messaging/announcements/send-announcement.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import type { Handler, TenantTools } from '#jobs/handler.ts'

const settingOf = ({ entity, environment }: TenantTools): SendSetting => ({
  entity,
  origin: originOf(entity, environment),
})

/** Makes the messages of an announcement, batch by batch; a repeated run goes on where the last one ended. */
export const makeAnnouncement: Handler<'announcement.prepare'> = async ({ announcement_id }, tools) => {
  const made = await prepareAnnouncement(tools.withTenant, announcement_id, settingOf(tools))
  tools.log.info({ announcement_id, made }, 'messages of an announcement made')
}

/** Starts a scheduled announcement at its time. */
export const startAnnouncement: Handler<'announcement.start'> = async (payload, tools) => {
  const became = await tools.withTenant((trx) => startScheduled(trx, payload, settingOf(tools)))
  tools.log.info({ ...payload, became }, 'a scheduled announcement came due')
}
