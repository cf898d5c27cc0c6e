import { Refusal } from '#app/domain/core/refusal.ts'
import { editEntity } from '#app/domain/platform/entities/change-entity.ts'
import { entityAnswer } from '#app/server/api/answers/entity.ts'
import { apiSteps } from '#app/server/api/call.ts'
import { camel, snakeKeys } from '#app/server/api/camel.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import type { Handle } from '#app/server/routing/trees.ts'

export const handle = { access: 'entity.edit', api: true } satisfies Handle

/** These ask for "confirm it is you", which a token alone cannot give. */
const onItsOwnPage = ['account_name', 'account_number', 'bank_name', 'bank_code'] as const

const call = apiSteps('entity/update', async ({ input, context }) => {
  const { id } = tenantOf(context)
  const { ring, sites } = context.services
  const bank = onItsOwnPage.find((name) => input[camel(name) as keyof typeof input] !== undefined)
  if (bank) throw new Refusal('entity.bank_elsewhere', bank)
  const { version, address, smtp, ...profile } = input
  const entity = await context.write(async (trx) => {
    await editEntity(
      trx,
      context.actor,
      { id, version, ring },
      {
        profile: snakeKeys(profile),
        address,
        smtp: smtp && snakeKeys(smtp),
      },
    )
    return entityAnswer(trx, ring, id, context.actor.roles)
  })
  sites.forget(id)
  return { entity }
})
export const loader = call.loader
export const action = call.action
