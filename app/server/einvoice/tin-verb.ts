import type { ActionFunctionArgs } from '@remix-run/node'
import type { AtVersion } from '#app/domain/catalogue/crud/crud.ts'
import type { RowScope } from '#app/domain/core/actor.ts'
import { versionForm } from '#app/domain/core/fields.ts'
import { countUse, refuseFlood } from '#app/domain/core/rate-limit.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { parentRow } from '#app/domain/people/parents/find-parents.ts'
import { paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { onPage } from '#app/server/forms/submit-verb.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'

/** Questions to the portal in an hour by one colleague, since all of them share its limits with what is sent. */
const perHour = { points: 60, seconds: 3600 }

/**
 * A button at a parent that asks the portal: the connection is given back meanwhile, and a refusal is said on the parent's page.
 * Refuses parents themselves.
 */
export async function tinVerb(
  args: ActionFunctionArgs,
  work: (at: AtVersion, parent: { name: string }) => Promise<Response>,
): Promise<Response> {
  const { context } = args
  const id = idOf(args.params, 'not_found.parent')
  const answer = await answerForm(args, versionForm, async ({ version }) => {
    const scope: RowScope = context.scope('parent.edit')
    const [row, used] = await context.write(async (trx) => [
      await parentRow(trx, scope, keysOf(context), id),
      await countUse(trx, `einvoice.tin:${context.actor.id}`, perHour),
    ])
    if (scope.scope === 'own') throw new Refusal('action_not_allowed')
    refuseFlood(used)
    return work({ id, version }, row)
  })
  return onPage(paths.parent.view(id), answer)
}
