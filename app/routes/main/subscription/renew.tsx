import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { renewByOperator } from '#app/domain/platform/subscriptions/change-subscription.ts'
import {
  subscriptionForOperator,
  subscriptionSeen,
} from '#app/domain/platform/subscriptions/find-subscriptions.ts'
import { operatorRenewForm } from '#app/domain/platform/subscriptions/subscription.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { knownLocale } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, RadioGroup } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { SubscriptionFacts } from '#app/ui/platform/subscription/SubscriptionFacts.tsx'

export const handle = { access: 'admin.subscription.edit', title: 'subscription.renew' } satisfies Handle

export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  subscriptionSeen(await context.read(), idOf(params, 'not_found.subscription'))

export const action = (args: ActionFunctionArgs) =>
  submit(args, operatorRenewForm, async ({ trx, actor, today }, { years, version }) => {
    const id = idOf(args.params, 'not_found.subscription')
    const locale = knownLocale((await subscriptionForOperator(trx, id)).default_locale)
    const t = i18nOf(locale).getFixedT(locale)
    const invoice = await renewByOperator(trx, actor, t, { id, version }, years, today)
    return redirectWith(paths.admin.platformInvoice.view(invoice.id), 'subscription_invoiced', {
      number: invoice.number,
    })
  })

export default function Page() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(operatorRenewForm, useActionData<typeof action>(), {
    version: row.version,
    years: '1',
  })
  return (
    <EditPage
      title={t('subscription.renew_of', { name: row.entity })}
      subtitle={t('subscription.renew_hint')}
      back={{ label: row.entity, href: paths.admin.subscription.view(row.id) }}
      form={form}
      noun="subscription"
      submit={t('subscription.make_invoice')}
    >
      <HiddenField of={fields.version} />
      <SubscriptionFacts of={row} />
      <RadioGroup
        of={fields.years}
        label={t('subscription.years')}
        options={[1, 2, 3].map((count) => ({
          value: String(count),
          label: t('subscription.for_years', { count }),
        }))}
      />
    </EditPage>
  )
}
