import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { changeCredit } from '#app/domain/platform/subscriptions/change-subscription.ts'
import { subscriptionSeen } from '#app/domain/platform/subscriptions/find-subscriptions.ts'
import { creditForm } from '#app/domain/platform/subscriptions/subscription.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, ReasonField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { SubscriptionFacts } from '#app/ui/platform/subscription/SubscriptionFacts.tsx'

export const handle = {
  access: 'admin.subscription.edit',
  title: 'subscription.change_credit',
} satisfies Handle

export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  subscriptionSeen(await context.read(), idOf(params, 'not_found.subscription'))

export const action = (args: ActionFunctionArgs) =>
  submit(args, creditForm, async ({ trx, actor }, { version, ...given }) => {
    const id = idOf(args.params, 'not_found.subscription')
    await changeCredit(trx, actor, { id, version }, given)
    return redirectWith(paths.admin.subscription.view(id), 'subscription_credit')
  })

export default function Page() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(creditForm, useActionData<typeof action>(), {
    version: row.version,
  })
  return (
    <EditPage
      title={t('subscription.change_credit_of', { name: row.entity })}
      back={{ label: row.entity, href: paths.admin.subscription.view(row.id) }}
      form={form}
      noun="subscription"
    >
      <HiddenField of={fields.version} />
      <SubscriptionFacts of={row} />
      <TextField
        of={fields.change}
        label={t('subscription.change')}
        hint={t('subscription.change_hint')}
        width="short"
      />
      <ReasonField of={fields.reason} words="subscription.reason" optional={false} />
    </EditPage>
  )
}
