import { data, type HeadersFunction, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { askForPlatformPdf } from '#app/domain/platform/platform-invoices/find-platform-invoices.ts'
import { paths } from '#app/paths.ts'
import { platformInvoiceFile } from '#app/server/documents/platform-invoice-file.ts'
import { platformFiles } from '#app/server/front/documents.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { LinkButton } from '#app/ui/core/form/Button.tsx'
import { MessagePage } from '#app/ui/core/page/MessagePage.tsx'
import { ProgressPage } from '#app/ui/core/page/ProgressPage.tsx'

/** Asks for the PDF of an invoice of the platform and waits for it; one that is there already comes at once. */
export const handle = { access: 'admin.subscription.print', title: 'document.title' } satisfies Handle

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** Looks that are taken before the page says that it takes long. */
const mostLooks = 30

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.invoice')
  const to = paths.admin.platformInvoice
  const { number, key } = await platformInvoiceFile(context, id)
  const ready = await platformFiles().exists(key)
  const looks = Number.parseInt(new URL(request.url).searchParams.get('look') ?? '0', 10) || 0
  if (looks === 0) {
    if (ready) return redirect(to.file(id))
    const { locale } = context
    await context.write((trx) => askForPlatformPdf(trx, { invoice_id: id, locale, key }))
    return redirect(to.download(id, { look: 1 }), 303)
  }
  const slow = !ready && looks > mostLooks
  const next = ready ? `0; url=${to.file(id)}` : `2; url=${to.download(id, { look: looks + 1 })}`
  return data({ id, number, ready, slow, looks }, slow ? {} : { headers: { refresh: next } })
}

export default function PlatformInvoicePdf() {
  const { id, number, ready, slow, looks } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const to = paths.admin.platformInvoice
  const file = t('document.file.pdf')
  const back = { label: t('platform_invoice.back'), href: to.view(id) }
  if (ready)
    return (
      <MessagePage
        title={t('document.ready', { file })}
        text={t('document.ready_text')}
        tone="good"
        actions={
          <>
            <LinkButton href={to.file(id)} look="primary">
              {t('document.download', { name: `${number}.pdf` })}
            </LinkButton>
            <a href={back.href}>{back.label}</a>
          </>
        }
      />
    )
  return (
    <ProgressPage
      title={t(slow ? 'document.slow' : 'document.making', { file })}
      text={t(slow ? 'document.slow_text' : 'document.making_text', { file })}
      refresh={to.download(id, { look: looks + 1 })}
      leave={back}
      actions={slow && <LinkButton href={to.download(id)}>{t('common.action.try_again')}</LinkButton>}
    />
  )
}
