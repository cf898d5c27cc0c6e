import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { plainRinggit } from '#app/domain/core/money.ts'
import {
  chipFee,
  issuerForm,
  platformIssuer,
  platformTaxRate,
  writeIssuer,
} from '#app/domain/platform/platform-invoices/issuer.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { MoneyField, PercentField, TextArea, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

/** How the platform stands on its invoices, where they are paid, and the tax on them. */
export const handle = {
  access: 'admin.subscription.edit',
  title: 'subscription.setting.title',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const [issuer, rate_bp, chip_fee] = await Promise.all([
    platformIssuer(db),
    platformTaxRate(db),
    chipFee(db),
  ])
  const filled = Object.entries(issuer).map(([name, value]) => [name, value ?? ''])
  return {
    ...(Object.fromEntries(filled) as Record<keyof typeof issuer, string>),
    rate_bp: String(rate_bp / 100),
    chip_fee: plainRinggit(chip_fee),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, issuerForm, async ({ trx, actor }, input) => {
    await writeIssuer(trx, actor, input)
    return redirectWith(paths.admin.subscription.setting(), 'platform_issuer_saved')
  })

export default function PlatformIssuer() {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(issuerForm, useActionData<typeof action>(), useLoaderData<typeof loader>())
  const word = (name: string) => t(`subscription.setting.${name}`)
  return (
    <EditPage
      title={word('title')}
      subtitle={word('hint')}
      back={{ label: t('subscription.plural'), href: paths.admin.subscription.list() }}
      form={form}
      noun="subscription.setting"
    >
      <TextField of={fields.name} label={word('name')} />
      <TextField of={fields.registration_number} label={word('registration_number')} />
      <TextArea of={fields.address} label={word('address')} rows={3} />
      <TextField of={fields.contact_phone} label={word('contact_phone')} />
      <TextField of={fields.contact_email} label={word('contact_email')} />
      <TextArea of={fields.transfer} label={word('transfer')} hint={word('transfer_hint')} rows={4} />
      <TextField of={fields.fpx_seller_id} label={word('fpx_seller_id')} hint={word('fpx_seller_hint')} />
      <TextField of={fields.sst_number} label={word('sst_number')} />
      <PercentField of={fields.rate_bp} label={word('rate_bp')} hint={word('rate_hint')} />
      <MoneyField of={fields.chip_fee} label={word('chip_fee')} hint={word('chip_fee_hint')} />
    </EditPage>
  )
}
