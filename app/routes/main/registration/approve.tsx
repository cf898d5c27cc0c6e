import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#app/domain/core/refusal.ts'
import { sellerPermission } from '#app/domain/platform/entities/change-entity.ts'
import { approveRegistration } from '#app/domain/platform/registrations/change-registration.ts'
import { registration } from '#app/domain/platform/registrations/find-registrations.ts'
import { approveForm } from '#app/domain/platform/registrations/registration.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

/** Approves a registration, with the seller ID of FPX if it is there already. `?waive=on` cancels the open fee. */
export const handle = { access: 'admin.registration.decide', title: 'registration.approve' } satisfies Handle

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.registration')
  const row = await registration(await context.read(), context.services.ring, id)
  if (row.stands !== 'pending' && row.stands !== 'failed' && request.method === 'GET')
    throw redirect(paths.admin.registration.view(id))
  return {
    id,
    ...{ name: row.organisation_name, reference: row.reference, version: row.version },
    waive: new URL(request.url).searchParams.get('waive') === 'on',
    mayNameSeller: context.operatorCan(sellerPermission),
  }
}

/** A fee is waived only by those who may change subscriptions, and a seller named by those who confirm bank accounts. */
export const action = (args: ActionFunctionArgs) =>
  submit(args, approveForm, async ({ trx, actor, context }, { version, waive = false, fpx_seller_id }) => {
    const id = idOf(args.params, 'not_found.registration')
    if (waive && !context.operatorCan('admin.subscription.edit')) throw new Refusal('action_not_allowed')
    if (fpx_seller_id && !context.operatorCan(sellerPermission)) throw new Refusal('action_not_allowed')
    const { name } = await approveRegistration(trx, actor, { id, version, waive, fpx_seller_id })
    return redirectWith(paths.admin.registration.view(id), 'registration_approved', { name })
  })

export default function ApproveRegistration() {
  const { id, name, reference, version, waive, mayNameSeller } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(approveForm, useActionData<typeof action>(), {
    version: String(version),
    ...(waive ? { waive: 'on' } : {}),
  })
  return (
    <EditPage
      title={t('registration.approve_title', { name })}
      back={{ label: reference, href: paths.admin.registration.view(id) }}
      form={form}
      noun="registration"
      submit={t(waive ? 'registration.waive' : 'registration.approve')}
    >
      <HiddenField of={fields.version} />
      {waive && <HiddenField of={fields.waive} />}
      <p>{t(waive ? 'registration.waive_text' : 'registration.approve_text')}</p>
      {mayNameSeller ? (
        <TextField
          of={fields.fpx_seller_id}
          label={t('registration.fpx_seller_id')}
          hint={t('registration.fpx_seller_hint')}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          optional
          width="medium"
        />
      ) : (
        <p className="quiet">{t('registration.seller_later')}</p>
      )}
    </EditPage>
  )
}
