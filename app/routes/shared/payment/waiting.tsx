import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useTranslation } from 'react-i18next'
import { findOrder } from '#app/domain/payments/attempts/gateway-messages.ts'
import { publicCodeOf } from '#app/domain/payments/payments/payment-page.ts'
import { paths } from '#app/paths.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { orderIn } from '#app/server/payments/waiting-token.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { MessagePage } from '#app/ui/core/page/MessagePage.tsx'

/** Where a payer waits whose genuine message could not be written down at once. */
export const handle = { access: 'guest', title: 'payment.held.title', look: 'public' } satisfies Handle

export const headers = unlisted

/** Seconds after which the page looks again by itself. */
const pause = '5'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const order_no = orderIn(context.services.ring, params.token ?? '')
  if (!order_no || context.site.side !== 'main') return redirect(paths.payment.returned(), 303)
  const wait = data(null, { headers: { refresh: pause } })
  try {
    const order = await findOrder(await context.read(), order_no)
    if (order && !order.entity_id) {
      const code = await publicCodeOf(await context.read(), order.attempt_id)
      return redirect(paths.billing.status(code), 303)
    }
    const entity = order?.entity_id ? await context.entityById(order.entity_id) : undefined
    if (!order || !entity) return redirect(paths.payment.returned(), 303)
    await context.enterTenant(entity)
    const code = await publicCodeOf(await context.read(), order.attempt_id)
    return redirect(context.services.sites.ofEntity(entity).origin + paths.payment.status(code), 303)
  } catch (error) {
    if (error instanceof Response) throw error
    context.services.log.warn({ requestId: context.requestId, err: error }, 'a payer waits for the database')
    return wait
  }
}

export default function Waiting() {
  const { t } = useTranslation()
  return (
    <NarrowFrame>
      <MessagePage title={t('payment.held.title')} text={t('payment.held.text')} tone="wait">
        <p>{t('payment.held.hint')}</p>
      </MessagePage>
    </NarrowFrame>
  )
}
