import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { entityProfile } from '#app/domain/organisation/entities/find-entity.ts'
import { tryChipAccount } from '#app/domain/payments/chip/change-account.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { gatewaysOf } from '#app/server/payments/ask-gateway.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'chip.edit' } satisfies Handle

/** Tries of one organisation in ten minutes: each makes a purchase at CHIP. */
const tries = { points: 10, seconds: 600 }

export const loader = () => redirect(paths.setting.chip())

/** The connection test; a fault stands on the page. */
export async function action({ context }: ActionFunctionArgs) {
  const { services, actor, write, releaseConnection, t } = context
  const { id } = tenantOf(context)
  refuseFlood(await write((trx) => countUse(trx, 'chip.try', tries)))
  const { contact_email: email } = await write((trx) => entityProfile(trx, id))
  const main = services.sites.main.origin
  const tried = await tryChipAccount(
    { gateways: gatewaysOf(services, keysOf(context)), write, releaseConnection },
    actor,
    {
      ...{ hook: main + paths.chip.webhook(id), callback: main + paths.chip.callback(id), back: main, email },
      option: t('starter.payment_option.chip'),
    },
  )
  if (tried?.detail) services.log.warn({ entity_id: id, detail: tried.detail }, 'CHIP connection test failed')
  if (!tried) return redirect(paths.setting.chip())
  return tried.fault
    ? redirectWith(paths.setting.chip(), 'chip_fault', {}, 'error')
    : redirectWith(paths.setting.chip(), 'chip_works')
}
