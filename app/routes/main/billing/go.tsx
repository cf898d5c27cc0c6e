import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { giveOutRequest } from '#app/domain/payments/attempts/start.ts'
import { fpxUrl } from '#app/integrations/fpx/config.ts'
import { paths } from '#app/paths.ts'
import { pagePolicy } from '#app/server/http/headers.ts'
import { codeOf, unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { BankDoor, DoorHeader } from '#app/ui/payments/payment/Fpx.tsx'

/** The door to the bank for an invoice of the platform. */
export const handle = { access: 'guest', title: 'payment.go.title', look: 'public' } satisfies Handle

export const headers = unlisted

/** Gives the signed request out once, as for any other payment: FPX refuses a request that it has had. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const code = codeOf(params, 'not_found.payment')
  const early = request.method === 'HEAD' || request.headers.get('sec-purpose')?.startsWith('prefetch')
  if (early) throw redirect(paths.billing.status(code))
  const config = await context.services.fpx.config()
  const given = await context.write((trx) => giveOutRequest(trx, code))
  if (!given) throw redirect(paths.billing.status(code))
  const policy = { 'content-security-policy': pagePolicy(context.nonce, 'anywhere') }
  return data({ ...given, action: fpxUrl(config, 'authorize') }, { headers: policy })
}

export default function GoForBill() {
  const request = useLoaderData<typeof loader>()
  return (
    <NarrowFrame>
      <DoorHeader of={request} />
      <BankDoor action={request.action} fields={request.fields} bank={request.bank_name} />
    </NarrowFrame>
  )
}
