import { registerEntity } from '#app/domain/platform/registrations/change-registration.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { apiChange } from '#app/server/api/call.ts'
import { snakeKeys } from '#app/server/api/camel.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest', api: true } satisfies Handle

const call = apiChange('entity/register', async ({ input, trx, context }) => {
  const { actor, today, services } = context
  const locale = input.locale ?? context.locale
  const { smtp, ...plain } = input
  const registered = await registerEntity(
    trx,
    actor,
    { ring: services.ring, today, t: i18nOf(locale).getFixedT(locale) },
    { ...snakeKeys(plain), locale, ...(smtp && { smtp: snakeKeys(smtp) }) },
  )
  const { reference, subdomain, reserved_until } = registered
  return { reference, status: 'pending', subdomain, reservedUntil: reserved_until.toISOString() }
})
export const loader = call.loader
export const action = call.action
