import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequestListener } from '@mjackson/node-fetch-server'
import { sql } from 'kysely'
import { createMessages, finishMessages } from '#app/domain/messaging/delivery/create-messages.ts'
import type { Channel, SentChannel } from '#app/domain/messaging/words.ts'
import { reserveCredits } from '#app/domain/platform/message-credits/move-credits.ts'
import type { Environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import type { Gateway } from '#app/integrations/sms/gateway.ts'
import {
  createSmsSandbox,
  type SmsSandbox,
  type SmsSandboxOptions,
} from '#app/integrations/sms/sandbox/sandbox.ts'
import { gatewayOf } from '#app/integrations/sms/settings.ts'
import { newId } from '#db/id.ts'
import { asOwner } from '#db/owner.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { deliverMessages } from '#jobs/handlers/messages.ts'
import type { DeliverOptions } from '#jobs/messages/deliver.ts'
import { insert, parent } from '#tests/support/database/factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { subscribed } from '#tests/support/product/packages.ts'
import { composeAll } from './composed.ts'

export { composeAll }

/** A mail server and gateways for SMS and WhatsApp, all real, on ports of their own. */
export interface Outside {
  mail: MailSandbox
  phones: SmsSandbox
  /** As a worker is told of them. */
  settings: Pick<Environment, 'sandbox' | 'sandboxPort' | 'smtpUrl' | 'smsGateway' | 'whatsAppGateway'>
  close(): Promise<void>
}

export async function openOutside(
  folder: string,
  options: Omit<SmsSandboxOptions, 'folder'> = {},
): Promise<Outside> {
  const mail = await createMailSandbox({ folder: `${folder}/mail-${newId()}` })
  const phones = await createSmsSandbox({ folder: `${folder}/phones-${newId()}`, slowMs: 50, ...options })
  const server = await listening((request) => phones.handle(request))
  return {
    mail,
    phones,
    settings: {
      ...{ sandbox: true, sandboxPort: portOf(server), smtpUrl: `smtp://127.0.0.1:${mail.smtpPort}` },
      ...{ smsGateway: undefined, whatsAppGateway: undefined },
    },
    async close() {
      server.closeAllConnections()
      await Promise.all([new Promise((resolve) => server.close(resolve)), mail.close()])
      await phones.saved()
    },
  }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

async function listening(handle: (request: Request) => Promise<Response>): Promise<Server> {
  const server = createServer(createRequestListener(handle))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** The SMS gateway of the sandbox as one that knows our reference and does nothing with it. */
export function forgetfulGateway(settings: Outside['settings']): Gateway {
  const { status: _, ...gateway } = gatewayOf(settings, 'sms')!
  return { ...gateway, reference: { name: 'ref', deduplicates: false } }
}

export interface Reader {
  email?: string
  sms?: string
  whatsapp?: string
}

/** An announcement that is being sent to these families, who are made with it; its credits are reserved. */
export async function announcementTo(
  tenant: Tenant,
  readers: readonly Reader[],
  given: { is_urgent?: boolean; credits?: Partial<Record<Channel, number>> } = {},
): Promise<string> {
  const id = newId()
  const costs = { inapp: 0, email: 0, sms: 1, whatsapp: 2, ...given.credits }
  const deliveriesOf = (reader: Reader) => [
    { channel: 'inapp' as const, address: null, credits: 0 },
    ...(Object.keys(reader) as SentChannel[]).map((channel) => ({
      ...{ channel, address: reader[channel]!, credits: costs[channel] },
    })),
  ]
  await tenant.write(async (trx) => {
    const reserved_credits = readers.flatMap(deliveriesOf).reduce((sum, { credits }) => sum + credits, 0)
    await insert(trx, 'announcement', {
      ...{ id, title_en: 'Sports day', body_en: 'On Friday.', status: 'sending', reserved_credits },
      ...{ channels: ['inapp', 'email', 'sms', 'whatsapp'], audience: JSON.stringify({}) },
      ...{ is_urgent: given.is_urgent ?? false, started_at: new Date() },
    })
    const key = `announcement ${id}`
    await reserveCredits(trx, { credits: reserved_credits, about: 'announcement', about_id: id, key })
    for (let first = 0; first < readers.length; first += 500) {
      const messages = []
      for (const reader of readers.slice(first, first + 500)) {
        const { id: parent_id, name } = await parent(trx, {})
        messages.push({
          ...{ kind: 'announcement' as const, announcement_id: id, parent_id, user_id: null, name },
          ...{ locale: 'en', facts: {}, deliveries: deliveriesOf(reader) },
        })
      }
      await createMessages(trx, messages)
    }
    await finishMessages(trx, id)
  })
  return id
}

/** An organisation's credits, by its balance and by its ledger. */
export const creditsOf = (tenant: Tenant) =>
  asOwner(tenant.database.ownerUrl, async (owner) => {
    const { rows } = await sql<{ balance: number; ledger: number }>`
      select credit as balance, (select coalesce(sum(delta), 0)::int from platform.credit_entry
        where credit_entry.entity_id = subscription.entity_id) as ledger
      from platform.subscription where entity_id = ${tenant.place.id}`.execute(owner)
    return rows[0]!
  })

export const withCredits = (tenant: Tenant, credit: number) => subscribed(tenant, {}, { credit })

/** Tomorrow at this hour in Malaysia, when everything that was made until now may leave. */
export const tomorrowAt = (hour: number): Date => {
  const day = new Date(Date.now() + 32 * 3_600_000).toISOString().slice(0, 10)
  return new Date(Date.parse(`${day}T00:00:00Z`) + (hour - 8) * 3_600_000)
}

/** Runs the job of a channel by hand, at an hour at which messages may leave. */
export function sending(
  tenant: Tenant,
  settings: Partial<Environment>,
  options: { at?: Date; job?: Partial<TenantTools['job']>; deliver?: Partial<DeliverOptions> } = {},
) {
  const tools = jobTools(tenant, 'message.deliver', { settings, ...(options.job && { job: options.job }) })
  const now = async () => options.at ?? tomorrowAt(10)
  const handler = deliverMessages({ compose: composeAll, ...options.deliver })
  return (channel: SentChannel) => handler({ channel }, { ...tools, now })
}

/** What became of the deliveries of an announcement by a channel, by their address. */
export async function statesOf(tenant: Tenant, announcement_id: string, channel: SentChannel) {
  const rows = await tenant.read((db) =>
    db
      .selectFrom('message_delivery as delivery')
      .innerJoin('message', 'message.id', 'delivery.message_id')
      .select(['delivery.address', 'delivery.status', 'delivery.reason', 'delivery.resent_at'])
      .where('announcement_id', '=', announcement_id)
      .where('channel', '=', channel)
      .execute(),
  )
  return Object.fromEntries(
    rows.map(({ address, status, reason, resent_at }) => [
      address,
      [status, ...(reason ? [reason] : []), ...(resent_at ? ['resent'] : [])].join(' '),
    ]),
  )
}

export const announcementOf = (tenant: Tenant, id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('announcement')
      .select(['status', 'used_credits', 'reserved_credits', 'finished_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )

/** When the next run of each channel is asked for. */
export const nextRuns = (tenant: Tenant) =>
  withPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select(['payload', 'run_at'])
      .where('name', '=', 'message.deliver')
      .where('entity_id', '=', tenant.place.id)
      .orderBy('run_at', 'desc')
      .execute(),
  )

/** Does what `wakeDeliveries` does in this order, with a stop between: locks what is watched, then moves credits of the balance. */
export const lookAndMoveCredits = (tenant: Tenant, held: () => Promise<void>) =>
  tenant.write(async (trx) => {
    await trx.selectFrom('platform.message_watch').select('since').forUpdate().execute()
    await held()
    await reserveCredits(trx, { credits: 1, about: 'absence', about_id: newId(), key: 'other' })
  })
