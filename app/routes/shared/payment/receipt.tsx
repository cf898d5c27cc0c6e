import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requestDocument } from '#app/domain/core/documents/change-document.ts'
import { paths } from '#app/paths.ts'
import { unlisted } from '#app/server/payments/public-page.ts'
import { publicReceipt } from '#app/server/payments/public-receipt.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { NarrowFrame } from '#app/ui/core/layout/frames.tsx'
import { MessagePage } from '#app/ui/core/page/MessagePage.tsx'

/** The way to a receipt's PDF: at once when it is there, else the page waits until it is made. */
export const handle = { access: 'guest', title: 'payment.receipt.title', look: 'public' } satisfies Handle

export const headers = unlisted

/** Asking for the PDF is safe to repeat, though it is a link: the same receipt is made once. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const {
    code,
    number,
    request: document,
    known,
  } = await publicReceipt(context, params, paths.payment.receipt)
  const path = paths.payment.receipt(code)
  const file = paths.payment.receiptFile(code)
  const { searchParams } = new URL(request.url)
  if (known?.status === 'ready' && !searchParams.has('wait')) throw redirect(file)
  if (!known || (known.status === 'failed' && searchParams.has('again')))
    await context.write((trx) => requestDocument(trx, context.actor, document))
  const status =
    known?.status === 'failed' && searchParams.has('again') ? 'queued' : (known?.status ?? 'queued')
  const lost = searchParams.has('lost') && status === 'queued'
  const next = status === 'ready' ? `1; url=${file}` : `2; url=${path}?wait${lost ? '&lost' : ''}`
  return data(
    { code, number, status, lost },
    { status: lost ? 202 : 200, headers: status === 'failed' ? {} : { refresh: next } },
  )
}

export default function Receipt() {
  const { code, number, status, lost } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const back = <a href={paths.payment.status(code)}>{t('payment.receipt.back')}</a>
  if (status === 'ready') {
    return (
      <NarrowFrame>
        <MessagePage
          title={t('payment.receipt.ready')}
          text={t('payment.receipt.ready_text')}
          tone="good"
          actions={
            <>
              <LinkButton href={paths.payment.receiptFile(code)} look="primary">
                {t('payment.receipt.download', { number })}
              </LinkButton>
              {back}
            </>
          }
        />
      </NarrowFrame>
    )
  }
  if (status === 'failed') {
    return (
      <NarrowFrame>
        <MessagePage
          title={t('payment.receipt.failed')}
          text={t('payment.receipt.failed_text')}
          tone="bad"
          actions={
            <>
              <LinkButton href={`${paths.payment.receipt(code)}?again`}>
                {t('common.action.try_again')}
              </LinkButton>
              {back}
            </>
          }
        />
      </NarrowFrame>
    )
  }
  return (
    <NarrowFrame>
      <MessagePage
        title={t('payment.receipt.making')}
        text={t(lost ? 'payment.receipt.lost_text' : 'payment.receipt.making_text')}
        tone="wait"
        actions={
          <>
            <a href={`${paths.payment.receipt(code)}?wait`}>{t('common.action.refresh')}</a>
            {back}
          </>
        }
      />
    </NarrowFrame>
  )
}
