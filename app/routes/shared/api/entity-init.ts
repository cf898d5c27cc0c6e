import { locales } from '#app/i18n/locales.ts'
import { publicAnswer } from '#app/server/api/answers/entity.ts'
import { apiSteps } from '#app/server/api/call.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest', api: true } satisfies Handle

const call = apiSteps('entity/init', async ({ context }) => {
  const { site, locale } = context
  const common = { host: site.side, locale, locales: [...locales] }
  if (site.side === 'main') return { ...common, entity: null, labels: {}, features: [] }
  const { id, features } = site.entity
  const entity = await publicAnswer(await context.read(), id)
  return { ...common, entity, labels: entity.labels, features: [...features] }
})
export const loader = call.loader
export const action = call.action
