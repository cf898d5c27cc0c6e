import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { extendByOperator } from '#app/domain/platform/subscriptions/change-subscription.ts'
import { subscriptionSeen } from '#app/domain/platform/subscriptions/find-subscriptions.ts'
import { extendForm } from '#app/domain/platform/subscriptions/subscription.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, HiddenField, ReasonField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { SubscriptionFacts } from '#app/ui/platform/subscription/SubscriptionFacts.tsx'

export const handle = { access: 'admin.subscription.edit', title: 'subscription.extend' } satisfies Handle

export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  subscriptionSeen(await context.read(), idOf(params, 'not_found.subscription'))

export const action = (args: ActionFunctionArgs) =>
  submit(args, extendForm, async ({ trx, actor, today, context }, { version, ...given }) => {
    const id = idOf(args.params, 'not_found.subscription')
    await extendByOperator(trx, actor, { id, version }, given, today)
    return redirectWith(paths.admin.subscription.view(id), 'subscription_extended', {
      date: formatDate(given.expires_on, context.locale),
    })
  })

export default function Page() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(extendForm, useActionData<typeof action>(), {
    version: row.version,
  })
  return (
    <EditPage
      title={t('subscription.extend_of', { name: row.entity })}
      subtitle={t('subscription.extend_hint')}
      back={{ label: row.entity, href: paths.admin.subscription.view(row.id) }}
      form={form}
      noun="subscription"
    >
      <HiddenField of={fields.version} />
      <SubscriptionFacts of={row} />
      <DateField of={fields.expires_on} label={t('subscription.new_last_day')} />
      <ReasonField of={fields.reason} words="subscription.reason" optional={false} />
    </EditPage>
  )
}
