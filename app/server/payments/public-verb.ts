import type { ActionFunctionArgs } from '@remix-run/node'
import type { Transaction } from 'kysely'
import type { Actor } from '#app/domain/core/actor.ts'
import { databaseTime } from '#app/domain/core/clock.ts'
import { noFields } from '#app/domain/core/fields.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { publicPayment } from '#app/domain/payments/payments/payment-page.ts'
import { paths } from '#app/paths.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { DB } from '#db/types.ts'
import { codeOf, tenantOnly } from './public-page.ts'

const missing = 'not_found.payment'

type PublicPayment = NonNullable<Awaited<ReturnType<typeof publicPayment>>>

/**
 * A button on the page of a payment, for whoever has its code. `answer` says where it leads. Refuses with not_found.payment.
 */
export function publicVerb(
  args: ActionFunctionArgs,
  verb: (trx: Transaction<DB>, actor: Actor, code: string, now: Date) => Promise<unknown>,
  answer: (found: PublicPayment, code: string) => Response | Promise<Response>,
): Promise<Response> {
  tenantOnly(args.context)
  const code = codeOf(args.params, missing)
  return submitVerb(args, noFields, paths.payment.status(code), async ({ trx, actor }) => {
    const found = await publicPayment(trx, code)
    if (!found) throw new Refusal(missing)
    await verb(trx, actor, code, await databaseTime(trx))
    return answer(found, code)
  })
}
