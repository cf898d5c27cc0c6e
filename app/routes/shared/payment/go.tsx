import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { giveOutRequest } from '#app/domain/attempts/start.server.ts'
import { fpxUrl } from '#app/integrations/fpx/config.ts'
import { paths } from '#app/paths.ts'
import { pagePolicy } from '#app/server/http/headers.ts'
import { codeOf, tenantOnly, unlisted } from '#app/server/payments/public-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { SubmitButton } from '#app/ui/form/Button.tsx'
import { NarrowFrame } from '#app/ui/layout/frames.tsx'
import { AmountHeader } from '#app/ui/page/AmountHeader.tsx'
import { FpxMark } from '#app/ui/payment/FpxMark.tsx'

/** The door to the bank: a form that the payer sends to FPX with one press. */
export const handle = { access: 'guest', title: 'payment.go.title', look: 'public' } satisfies Handle

export const headers = unlisted

/**
 * Gives the signed request out once, though it is a GET: FPX refuses a request that it has had, so whoever comes back
 * here, by reload or the back button, sees how the payment stands instead.
 */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  tenantOnly(context)
  const code = codeOf(params, 'not_found.payment')
  const early = request.method === 'HEAD' || request.headers.get('sec-purpose')?.startsWith('prefetch')
  if (early) throw redirect(paths.payment.status(code))
  const config = await context.services.fpx.config()
  const given = await context.write((trx) => giveOutRequest(trx, code))
  if (!given) throw redirect(paths.payment.status(code))
  const policy = { 'content-security-policy': pagePolicy(context.nonce, 'anywhere') }
  return data({ ...given, action: fpxUrl(config, 'authorize') }, { headers: policy })
}

export default function Go() {
  const request = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { amount_sen, bank_name: bank, order_no, action, fields } = request
  return (
    <NarrowFrame>
      <AmountHeader
        about={t('payment.go.about', { bank, order_no })}
        label={t('payment.go.label')}
        sen={amount_sen}
      />
      <form method="post" action={action} className="fields">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p>{t('fpx.leaving_hint')}</p>
        <SubmitButton>{t('payment.go.continue', { bank })}</SubmitButton>
      </form>
      <p className="quiet small">{t('payment.go.after')}</p>
      <FpxMark />
    </NarrowFrame>
  )
}
