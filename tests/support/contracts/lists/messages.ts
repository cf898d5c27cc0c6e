import { announcementList } from '#app/domain/messaging/announcements/find-announcements.ts'
import { deliveryList } from '#app/domain/messaging/delivery/find-deliveries.ts'
import { day, earlier } from '../told.ts'
import { ofTenant, rows } from './try-list.ts'

/** What each filter leaves of the rows, in the lists of messages. */
export function messageLists() {
  ofTenant(
    announcementList,
    () => ({
      status: ['sent', ({ status }) => status === 'sent'],
      channel: ['sms', ({ channels }) => channels.includes('sms')],
      branch_id: [rows().far.id, ({ status }) => status === 'sent'],
      from: [day, ({ status }) => status === 'sent'],
      to: [earlier, ({ status }) => status === 'draft'],
    }),
    ({ status }) => status === 'draft',
  )
  const failed = ({ status }: { status: string }) => status === 'failed'
  ofTenant(
    deliveryList,
    () => ({
      channel: ['sms', ({ channel }) => channel === 'sms'],
      status: ['failed', failed],
      reason: ['number', ({ reason }) => reason === 'number'],
      announcement: [rows().announcement.id, failed],
    }),
    (row) => !failed(row),
  )
}
