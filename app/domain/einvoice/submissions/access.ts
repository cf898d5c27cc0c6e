import { sql, type Transaction } from 'kysely'
import type { Denied, Later, Portal, Refused } from '#app/integrations/myinvois/client.ts'
import type { PortalCredentials } from '#app/integrations/myinvois/credentials.ts'
import { enqueue } from '#app/outbox/enqueue.ts'
import type { DB } from '#db/types.ts'
import { findSealedSetting, maySubmit, type SealedSetting } from '../settings/find-setting.ts'
import { portalCredentials } from '../settings/secrets.ts'
import { clientKeyOf, openPortal, type PortalTools } from './portal-tools.ts'
import { minute } from './schedule.ts'
import { detailOf, type LoginFault, loginFault } from './test-connection.ts'

/** The portal for one organisation, as its setting says. */
export interface Access {
  setting: SealedSetting
  credentials: PortalCredentials
  clientKey: string
  portal: Portal
}

/** What a step of the machine tells its job: nothing more now, or come back after so many milliseconds. */
export type Step = { kind: 'done' } | { kind: 'later'; ms: number; why: string }
export const done: Step = { kind: 'done' }
export const later = (ms: number, why: string): Step => ({ kind: 'later', ms, why })

/** Undefined: e-invoicing is not set up, or its connection has failed and waits for a person. */
export async function openAccess(tools: PortalTools): Promise<Access | undefined> {
  const setting = await tools.write((trx) => findSealedSetting(trx))
  await tools.releaseConnection?.()
  if (!setting || !maySubmit(setting)) return undefined
  const credentials = portalCredentials(tools.keys, setting)
  if (!credentials) return undefined
  return {
    ...{ setting, credentials },
    clientKey: clientKeyOf(setting.environment, credentials.clientId),
    portal: openPortal(tools, setting.environment, credentials),
  }
}

/** Refused so often in a row, a login is not tried again before a person has tested the connection. */
const mostRefusedLogins = 3

/** What holds up the queue, told in the setting. Clock and certificate do not stop what is under way: it stays validated. */
export type QueueFault = Exclude<LoginFault, 'away'> | 'forbidden' | 'clock' | 'certificate'

/**
 * The portal did not let us in: counted, and the third time in a row the queue of this organisation stops. No document fails
 * because of it.
 */
export async function noteDenied(
  tools: PortalTools,
  { setting, credentials }: Access,
  denied: Denied,
): Promise<void> {
  await tools.write(async (trx) => {
    const noted = await ofOurs(trx, setting)
      .set({
        refused_logins: sql`refused_logins + 1`,
        status: sql`case when refused_logins + 1 >= ${mostRefusedLogins} then 'failed' else status end`,
        ...{ fault: loginFault(denied, credentials), fault_detail: detailOf(denied) },
      })
      .returning('status')
      .executeTakeFirst()
    if (noted?.status === 'failed') await enqueue(trx, 'einvoice.stopped', {})
  })
}

/** A person has to change something with the portal or in the setting: the queue of this organisation stops. */
export async function stopQueue(
  trx: Transaction<DB>,
  { setting }: Pick<Access, 'setting'>,
  fault: QueueFault,
  detail: string,
): Promise<void> {
  const stopped = await ofOurs(trx, setting)
    .set({ status: 'failed', fault, fault_detail: detail.slice(0, 200) })
    .returning('id')
    .executeTakeFirst()
  if (stopped) await enqueue(trx, 'einvoice.stopped', {})
}

/** The setting as long as it is the one that was used: credentials that were changed meanwhile are others. */
const ofOurs = (trx: Transaction<DB>, { id, version }: Pick<SealedSetting, 'id' | 'version'>) =>
  trx
    .updateTable('einvoice_setting')
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', '=', 'validated')

/** Says what is wrong while the queue only waits, or that it is over (null). */
export async function setFault(
  tools: PortalTools,
  { setting }: Pick<Access, 'setting'>,
  fault: QueueFault | null,
  detail: string | null = null,
): Promise<void> {
  if (setting.fault === fault && setting.fault_detail === detail && setting.refused_logins === 0) return
  await tools.write((trx) =>
    ofOurs(trx, setting)
      .set({ fault, fault_detail: detail, ...(fault === null ? { refused_logins: 0 } : {}) })
      .execute(),
  )
}

/** The pause after a login that was refused; the third refusal in a row ends the tries. */
const afterDeniedMs = minute

/** What to do when a call did nothing at all: come back, or count that the portal did not let us in. */
export async function notNow(tools: PortalTools, access: Access, outcome: Later | Denied): Promise<Step> {
  if (outcome.kind === 'later') return later(outcome.ms, `the portal takes no call yet (${outcome.why})`)
  await noteDenied(tools, access, outcome)
  return later(afterDeniedMs, 'the portal refused a login')
}

/** Logs in unless that was done before; undefined when calls can be made. */
export async function letIn(tools: PortalTools, access: Access): Promise<Step | undefined> {
  const ready = await access.portal.ready()
  if (ready.kind === 'ok') return undefined
  return notNow(tools, access, ready.kind === 'refused' ? deniedBy(ready) : ready)
}

/** A login that is refused is a denial, whatever its form. */
const deniedBy = ({ kind: _, codes, ...rest }: Refused): Denied => ({
  ...rest,
  kind: 'denied',
  code: codes[0] ?? `status_${rest.status}`,
})
