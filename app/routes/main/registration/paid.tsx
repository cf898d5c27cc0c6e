import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { registration } from '#app/domain/platform/registrations/find-registrations.ts'
import { feePaidForm } from '#app/domain/platform/registrations/registration.ts'
import { payFee } from '#app/domain/platform/registrations/registration-fee.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, HiddenField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'

/** A fee that arrived at the platform's bank. */
export const handle = { access: 'admin.subscription.edit', title: 'registration.fee_paid' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.registration')
  const row = await registration(await context.read(), context.services.ring, id)
  const { organisation_name, reference, invoice_number, invoice_version, total_sen } = row
  if (invoice_number === null || total_sen === null) throw new Refusal('not_found.invoice')
  const { today } = context
  return { id, organisation_name, reference, invoice_number, version: invoice_version!, total_sen, today }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, feePaidForm, async ({ trx, actor, today }, input) => {
    const id = idOf(args.params, 'not_found.registration')
    const { number } = await payFee(trx, actor, id, input, today)
    return redirectWith(paths.admin.registration.view(id), 'registration_paid', { number })
  })

export default function FeePaid() {
  const { id, organisation_name, reference, invoice_number, version, total_sen, today } =
    useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(feePaidForm, useActionData<typeof action>(), { version, paid_on: today })
  return (
    <EditPage
      title={t('registration.fee_paid')}
      subtitle={organisation_name}
      back={{ label: reference, href: paths.admin.registration.view(id) }}
      form={form}
      noun="registration"
    >
      <HiddenField of={fields.version} />
      <Facts
        items={[
          { label: t('registration.invoice'), value: invoice_number },
          { label: t('registration.total_sen'), value: formatRinggit(total_sen) },
        ]}
      />
      <DateField of={fields.paid_on} label={t('registration.paid_on')} />
      <TextField of={fields.reference} label={t('registration.bank_reference')} />
    </EditPage>
  )
}
