import { entityFeatures } from '#app/domain/entities/find-entity.server.ts'
import { locales } from '#app/i18n/locales.ts'
import { publicAnswer } from '#app/server/api/answers/entity.ts'
import { apiSteps } from '#app/server/api/call.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'guest', api: true } satisfies Handle

const call = apiSteps('entity/init', async ({ context }) => {
  const { site, locale } = context
  const common = { host: site.side, locale, locales: [...locales] }
  if (site.side === 'main') return { ...common, entity: null, labels: {}, features: [] }
  const db = await context.read()
  const [entity, features] = await Promise.all([
    publicAnswer(db, site.entity.id),
    entityFeatures(db, site.entity.id),
  ])
  return { ...common, entity, labels: entity.labels, features }
})
export const loader = call.loader
export const action = call.action
