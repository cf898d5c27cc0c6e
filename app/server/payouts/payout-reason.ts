import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { payoutSeen } from '#app/domain/platform/payouts/find-payouts.ts'
import { whyForm } from '#app/domain/platform/payouts/payout.ts'
import { paths } from '#app/paths.ts'
import { type FlashKey, redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { DB } from '#db/types.ts'

/** Stops a payout at the version that was seen, for a reason; returns its number. */
type Verb = (
  trx: Transaction<DB>,
  actor: Actor,
  at: { id: string; version: number },
  why: string,
) => Promise<string>

/** The loader and the action of a page that stops a payout with a reason. */
export const payoutReason = (verb: Verb, said: FlashKey) => ({
  loader: async ({ params, context }: LoaderFunctionArgs) =>
    payoutSeen(await context.read(), idOf(params, 'not_found.payout')),
  action: (args: ActionFunctionArgs) =>
    submit(args, whyForm, async ({ trx, actor }, { version, why }) => {
      const id = idOf(args.params, 'not_found.payout')
      const number = await verb(trx, actor, { id, version }, why)
      return redirectWith(paths.admin.payout.view(id), said, { number })
    }),
})
