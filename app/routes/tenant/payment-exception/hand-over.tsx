import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { assignForm } from '#app/domain/gateways/payment-exceptions/exception.ts'
import { handOverAction, openHandOver } from '#app/server/payments/exception-desk.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, optionsOf, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

/** An exception goes to a colleague who may settle it. */
export const handle = {
  access: 'payment_exception.settle',
  title: 'payment_exception.hand_over',
} satisfies Handle

export const loader = openHandOver
export const action = handOverAction

export default function HandOver() {
  const { order_no, version, owner_id, people, back } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(assignForm, useActionData<typeof action>(), {
    ...{ owner_id: owner_id ?? '', version: String(version) },
  })
  return (
    <EditPage
      title={t('payment_exception.hand_over')}
      subtitle={order_no}
      back={{ label: order_no, href: back }}
      form={form}
      noun="payment_exception"
      keep={t('payment_exception.back')}
      submit={t('payment_exception.hand_over_submit')}
    >
      <SelectField
        of={fields.owner_id}
        label={t('payment_exception.owner_id')}
        hint={t('payment_exception.owner_hint')}
        options={optionsOf(people)}
      />
      <HiddenField of={fields.version} />
    </EditPage>
  )
}
