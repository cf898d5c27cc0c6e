import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#app/domain/core/translated.ts'
import { openPurchase } from '#app/domain/gateways/chip/purchase.ts'
import { giveOutRequest } from '#app/domain/payments/attempts/start.ts'
import { askedFor, attemptByCode } from '#app/domain/payments/payments/payment-page.ts'
import { fpxUrl } from '#app/integrations/fpx/config.ts'
import { paths } from '#app/paths.ts'
import { pagePolicy } from '#app/server/http/headers.ts'
import { gatewaysOf } from '#app/server/payments/ask-gateway.ts'
import { codeOf, tenantOnly, unlisted } from '#app/server/payments/public-page.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { useTitles } from '#app/ui/core/text/titles.ts'
import { BankDoor, DoorHeader } from '#app/ui/payments/payment/Fpx.tsx'

/** The door to the bank: a form that the payer sends to FPX with one press, or a link to CHIP. */
export const handle = { access: 'guest', title: 'payment.go.title', look: 'public' } satisfies Handle

export const headers = unlisted

/**
 * Gives the signed request out once, though it is a GET: FPX refuses a request that it has had, so whoever comes back
 * here, by reload or the back button, sees how the payment stands instead. So is a purchase of CHIP made once.
 */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  tenantOnly(context)
  const code = codeOf(params, 'not_found.payment')
  const early = request.method === 'HEAD' || request.headers.get('sec-purpose')?.startsWith('prefetch')
  if (early) throw redirect(paths.payment.status(code))
  const attempt = await attemptByCode(await context.read(), code)
  if (attempt?.gateway === 'chip') return toChip(context, code)
  const config = await context.services.fpx.config()
  const given = await context.write((trx) => giveOutRequest(trx, code))
  if (!given) throw redirect(paths.payment.status(code))
  const policy = { 'content-security-policy': pagePolicy(context.nonce, 'anywhere') }
  const asked = await askedFor(await context.read(), code)
  return data({ ...given, asked, action: fpxUrl(config, 'authorize') }, { headers: policy })
}

/** A purchase has an address of its own, which may be opened again while nothing was paid; so it is a link. */
async function toChip(context: RequestContext, code: string) {
  const { services, site, actor, write, releaseConnection } = context
  if (site.side !== 'tenant') throw redirect(paths.payment.status(code))
  const gateways = gatewaysOf(services, keysOf(context))
  const door = await openPurchase({ gateways, write, releaseConnection }, actor, code, {
    back: site.origin + paths.payment.back(code),
    callback: services.sites.main.origin + paths.chip.callback(site.entity.id),
  })
  if (!door) throw redirect(paths.payment.status(code))
  const { order_no, amount_sen, checkout_url: action } = door
  const asked = await askedFor(await context.read(), code)
  return data({ order_no, amount_sen, asked, bank_name: 'CHIP', action, fields: null })
}

export default function Go() {
  const request = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { titleOfSeveral } = useTitles()
  const { locale } = usePage()
  const { bank_name: bank, action, fields, asked } = request
  const what = (asked.gift && textIn(asked.gift, 'type', locale)) ?? titleOfSeveral(asked.titles)
  return (
    <NarrowFrame>
      <DoorHeader of={request} what={what} />
      {fields ? (
        <BankDoor action={action} fields={fields} bank={bank} />
      ) : (
        <>
          <p>{t('fpx.leaving_hint')}</p>
          <div className="actions">
            <LinkButton href={action} look="primary">
              {t('payment.go.continue', { bank })}
            </LinkButton>
          </div>
          <p className="quiet small">{t('payment.go.after')}</p>
        </>
      )}
    </NarrowFrame>
  )
}
