import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { formatRinggit } from '#app/domain/core/money.ts'
import { rejectForm } from '#app/domain/payments/cancel-requests/cancel-request.ts'
import { rejectRequest } from '#app/domain/payments/cancel-requests/change-cancel-request.ts'
import { cancelRequest } from '#app/domain/payments/cancel-requests/find-cancel-requests.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ReasonField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'payment.cancel', title: 'cancel_request.reject_title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.cancel_request')
  return { row: await cancelRequest(await context.read(), context.scope('payment.cancel'), id) }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, rejectForm, async ({ trx, actor, context }, { note }) => {
    const id = idOf(args.params, 'not_found.cancel_request')
    const number = await rejectRequest(trx, actor, context.scope('payment.cancel'), id, note)
    return redirectWith(paths.cancel_request.list(), 'cancel_rejected', { number })
  })

export default function RejectRequest() {
  const { row } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(rejectForm, useActionData<typeof action>())
  const back = paths[row.kind].view(row.subject_id)
  return (
    <EditPage
      title={t('cancel_request.reject_title')}
      subtitle={`${t(`cancel_request.kinds.${row.kind}`)} ${row.number ?? ''}`}
      back={{ label: row.number ?? '', href: back }}
      form={form}
      noun="cancel_request"
      keep={t('cancel_request.back')}
      submit={t('cancel_request.reject_submit')}
      look="danger"
    >
      <Facts
        items={[
          { label: t('cancel_request.requester'), value: row.requester },
          { label: t('cancel_request.requested_at'), value: formatInstant(row.requested_at, locale) },
          { label: t('cancel_request.amount'), value: formatRinggit(row.amount_sen ?? 0) },
          { label: t('cancel_request.reason'), value: row.reason },
        ]}
      />
      <ReasonField of={fields.note} words="cancel_request.note" />
    </EditPage>
  )
}
