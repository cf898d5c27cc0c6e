import type { SendSetting } from '#app/domain/messaging/announcements/send-announcement.ts'
import { lastingOrigin, tenantOf } from '#app/server/api/tenant.ts'
import type { RequestContext } from '#app/server/request/context.ts'

/** Whose messages a request sends, and where their links lead. */
export const sendSettingOf = (context: RequestContext): SendSetting => ({
  entity: { id: tenantOf(context).id },
  origin: lastingOrigin(context),
})
