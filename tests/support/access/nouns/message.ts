import { againForm } from '#app/domain/messaging/inbox/send-again.ts'
import { channelsForm } from '#app/domain/messaging/opt-outs/channels.ts'
import type { Noun } from '#tests/support/access/noun.ts'
import { type Row, verb, view } from '#tests/support/access/row.ts'
import { letter } from '#tests/support/database/message-factories.ts'

/** A message to an account, and one to the family of the corner. */
export const messageNouns = {
  ownMessage: {
    reach: 'personal',
    keeper: 'trainer',
    make: async (trx, { user_id, mark }) =>
      (await letter(trx, { user_id, title: mark, body: mark, read_at: new Date() })).message,
  },
  familyMessage: {
    make: async (trx, { payer_parent_id: parent_id, mark }) =>
      (await letter(trx, { parent_id, title: mark, body: mark })).message,
  },
} as const satisfies Record<string, Noun>

const email = () => ({ channel: 'email' })
const choices = () => ({ chosen: 'yes', email: 'on', sms: 'on' })

/** What people were sent, and the channels that they leave. */
export const messageRows: Record<string, Row> = {
  // whose a message is follows from who asks, not from a permission
  'tenant/inbox/view': { ...view('ownMessage'), ownWall: true },
  'tenant/inbox/print': { ...view('ownMessage'), ownWall: true },
  // nobody has put files of the test there
  'tenant/inbox/file': { of: 'ownMessage', absent: true },
  'tenant/inbox/read-all': { leadsOn: true, form: () => ({}) },
  // only a link that was signed opens anything, which a test of its own tries
  'tenant/opt-out/view': { params: [{ token: 'none' }], absent: true },
  'tenant/opt-out/one-click': { params: [{ token: 'none' }], absent: true, leadsOn: true },
  'tenant/profile/channels': { form: choices, schema: channelsForm },
  'tenant/family-message/list': view('parent'),
  'tenant/family-message/channels': { of: 'parent', form: choices, schema: channelsForm },
  'tenant/family-message/view': view('familyMessage'),
  'tenant/family-message/print': view('familyMessage'),
  'tenant/family-message/file': { of: 'familyMessage', absent: true },
  'tenant/family-message/again': verb('familyMessage', email, againForm),
}
