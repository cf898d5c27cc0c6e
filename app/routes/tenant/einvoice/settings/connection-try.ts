import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { trySetting } from '#app/domain/einvoice/settings/try-setting.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'einvoice_setting.edit' } satisfies Handle

/** Tries of one organisation in ten minutes: the portal allows twelve logins a minute for each client id. */
const tries = { points: 10, seconds: 600 }

export const loader = () => redirect(paths.einvoiceSetting.index())

/** The connection test; a fault stands on the page. */
export async function action({ context }: ActionFunctionArgs) {
  const { services, actor, write, releaseConnection } = context
  const page = paths.einvoiceSetting.index()
  refuseFlood(await write((trx) => countUse(trx, 'einvoice_setting.try', tries)))
  const tools = { keys: keysOf(context), write, releaseConnection, config: services.portal }
  const tried = await trySetting(tools, actor).catch((error) => {
    const refusal = asRefusal(error)
    if (refusal?.code !== 'einvoice_setting.incomplete') throw error
    return { kind: 'refused', code: refusal.code } as const
  })
  switch (tried.kind) {
    case 'changed':
      return redirect(page)
    case 'refused':
      return redirectWith(page, 'refused', { code: tried.code }, 'error')
    case 'wait':
      return redirectWith(page, 'einvoice_connection_wait', { count: tried.seconds }, 'error')
    case 'tried':
      return tried.fault
        ? redirectWith(page, 'einvoice_connection_fault', {}, 'error')
        : redirectWith(page, 'einvoice_connection_works')
  }
}
