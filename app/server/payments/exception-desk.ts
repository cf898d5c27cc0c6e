import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { databaseTime } from '#app/domain/core/clock.ts'
import { noFields } from '#app/domain/core/fields.ts'
import {
  assignException,
  noteException,
  settlers,
  takeException,
} from '#app/domain/gateways/payment-exceptions/change-exception.ts'
import {
  confirmRefund,
  rejectRefund,
  resolveException,
} from '#app/domain/gateways/payment-exceptions/decide-exception.ts'
import { assignForm, noteForm, resolveForm } from '#app/domain/gateways/payment-exceptions/exception.ts'
import {
  type Desk,
  deskException,
  gatewayOfException,
  moneyDay,
  operatorDesk,
  tenantDesk,
} from '#app/domain/gateways/payment-exceptions/find-exceptions.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit, type Work } from '#app/server/forms/submit.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { idOf } from '#app/server/routing/params.ts'
import { newId } from '#db/id.ts'

type Verb = 'take' | 'confirm' | 'reject'
const verbs = { take: takeException, reject: rejectRefund }
const said = { take: 'taken', confirm: 'refunded', reject: 'refund_rejected' } as const

/** The desk of this host, as far as the reader reaches with a permission, and its addresses. */
function deskOf(
  context: RequestContext,
  permission: 'payment_exception.settle' | 'payment_exception.approve',
): { desk: Desk; addresses: typeof paths.exception | typeof paths.admin.exception } {
  if (context.site.side === 'main') return { desk: operatorDesk, addresses: paths.admin.exception }
  return { desk: tenantDesk(context.scope(permission)), addresses: paths.exception }
}

export const exceptionId = (params: ActionFunctionArgs['params']) =>
  idOf(params, 'not_found.payment_exception')

/** Somebody who opens the address of a button by hand. */
export const toDesk = ({ context }: Pick<ActionFunctionArgs, 'context'>) =>
  redirect((context.site.side === 'main' ? paths.admin : paths).exception.list())

/** The page on which somebody writes a note about one. */
export async function openNote({ params, context }: LoaderFunctionArgs) {
  const { row, back } = await opened(params, context)
  return { order_no: row.order_no, note_id: newId(), back }
}

/** The page on which somebody settles one. */
export async function openResolve({ params, context }: LoaderFunctionArgs) {
  const found = await opened(params, context)
  return {
    ...found,
    since: await moneyDay(await context.read(), context.services.ring, found.row),
    today: context.today,
  }
}

/** The page on which it is given to a colleague. */
export async function openHandOver({ params, context }: LoaderFunctionArgs) {
  const { row, back } = await opened(params, context)
  const people = await settlers(await context.read(), row.branch_ids).execute()
  return { order_no: row.order_no, version: row.version, owner_id: row.owner_id, people, back }
}

async function opened(params: LoaderFunctionArgs['params'], context: RequestContext) {
  const { desk, addresses } = deskOf(context, 'payment_exception.settle')
  const row = await deskException(await context.read(), desk, exceptionId(params))
  return { row, back: addresses.view(row.id) }
}

/** A button of the page: taken on, or the second person's word about a refund. */
export function verbAction(args: ActionFunctionArgs, verb: Verb): Promise<Response> {
  const permission = verb === 'take' ? 'payment_exception.settle' : 'payment_exception.approve'
  const { desk, addresses } = deskOf(args.context, permission)
  const id = exceptionId(args.params)
  const page = addresses.view(id)
  return submitVerb(args, noFields, page, async ({ trx, actor, context }) => {
    const order_no =
      verb === 'confirm'
        ? await confirmRefund(trx, actor, desk, id, await circumstancesOf(trx, context, desk, id))
        : await verbs[verb](trx, actor, desk, id)
    return done(page, said[verb], order_no)
  })
}

export function noteAction(args: ActionFunctionArgs) {
  const { desk, addresses } = deskOf(args.context, 'payment_exception.settle')
  const id = exceptionId(args.params)
  return submit(args, noteForm, async ({ trx, actor }, note) =>
    done(addresses.view(id), 'noted', await noteException(trx, actor, desk, id, note)),
  )
}

export function handOverAction(args: ActionFunctionArgs) {
  const { desk, addresses } = deskOf(args.context, 'payment_exception.settle')
  const id = exceptionId(args.params)
  return submit(args, assignForm, async ({ trx, actor }, input) => {
    const { order_no, owner } = await assignException(trx, actor, desk, id, input)
    return redirectWith(addresses.view(id), 'exception_handed_over', { order_no, owner })
  })
}

export function resolveAction(args: ActionFunctionArgs) {
  const { desk, addresses } = deskOf(args.context, 'payment_exception.settle')
  const id = exceptionId(args.params)
  return submit(args, resolveForm, async ({ trx, actor, today, context }, input) => {
    const circumstances = { ...(await circumstancesOf(trx, context, desk, id)), today }
    const order_no = await resolveException(trx, actor, desk, id, input, circumstances)
    const what = input.decision === 'refunded' ? 'refund_proposed' : input.decision
    return done(addresses.view(id), what, order_no)
  })
}

/** What belongs to an order of CHIP is settled without a look at FPX, which may not be set up. */
async function circumstancesOf(trx: Work['trx'], { services }: RequestContext, desk: Desk, id: string) {
  const gateway = await gatewayOfException(trx, desk, id)
  const environment = gateway === 'chip' ? '' : (await services.fpx.config()).environment
  return { environment, ring: services.ring, at: await databaseTime(trx) }
}

function done(
  page: string,
  what: 'taken' | 'noted' | 'booked' | 'wrong_alarm' | 'refund_proposed' | 'refunded' | 'refund_rejected',
  order_no: string,
): Response | Promise<Response> {
  return redirectWith(page, `exception_${what}` as const, { order_no })
}
