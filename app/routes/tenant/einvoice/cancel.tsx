import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { currentTime } from '#app/domain/core/clock.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { cancelDocument, cancelForm, isCancellable } from '#app/domain/einvoice/documents/change-document.ts'
import { einvoice } from '#app/domain/einvoice/documents/find-documents.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { ReasonField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { countdown } from '#app/ui/einvoice/document/EInvoiceStanding.tsx'

/** Asks the tax portal to cancel a valid e-invoice, within 72 hours. */
export const handle = { access: 'einvoice.cancel', title: 'einvoice.cancel' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.einvoice')
  const row = await einvoice(await context.read(), context.scope('einvoice.cancel'), id)
  // Its page says why it cannot be cancelled, and what can be done instead.
  if (!isCancellable(row)) throw redirect(paths.einvoice.view(id))
  return { row, now: currentTime() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, cancelForm, async ({ trx, actor, context }, { version, reason }) => {
    const id = idOf(args.params, 'not_found.einvoice')
    const scope = context.scope('einvoice.cancel')
    const number = await cancelDocument(trx, actor, scope, { id, version, reason })
    return redirectWith(paths.einvoice.view(id), 'einvoice_cancel_requested', { number })
  })

const textOf = (status: string) =>
  status === 'valid' || status === 'queued' ? status : ('under_way' as const)

export default function CancelEInvoice() {
  const { row, now } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(cancelForm, useActionData<typeof action>())
  const facts = [
    { label: t('einvoice.buyer'), value: row.buyer_name ?? t('einvoice.no_buyer') },
    { label: t('einvoice.total_sen'), value: formatRinggit(row.total_sen) },
    { label: t('einvoice.uuid'), value: row.uuid },
    {
      label: t('einvoice.cancellable_until'),
      value: row.cancellable_until && countdown(row.cancellable_until, now, t, locale),
    },
  ]
  return (
    <EditPage
      title={t('einvoice.cancel')}
      subtitle={row.number}
      back={{ label: row.number, href: paths.einvoice.view(row.id) }}
      form={form}
      noun="einvoice"
      keep={t('einvoice.cancel_keep')}
      submit={t('einvoice.cancel_confirm', { number: row.number })}
      look="danger"
    >
      <CurrentValues form={form} items={facts} field={fields.version} version={row.version} />
      <Facts items={facts} />
      <Notice tone="warning">
        <p>{t(`einvoice.cancel_texts.${textOf(row.stored_status)}`, { number: row.number })}</p>
      </Notice>
      <ReasonField of={fields.reason} words="einvoice.reason" />
    </EditPage>
  )
}
