import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/dates.ts'
import { formatCount } from '#app/domain/lists/columns.ts'
import { extendByOperator } from '#app/domain/subscriptions/operator/by-operator.server.ts'
import { subscriptionForOperator } from '#app/domain/subscriptions/operator/find-subscriptions.server.ts'
import { extendForm } from '#app/domain/subscriptions/subscription-form.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField } from '#app/ui/form/DateField.tsx'
import { HiddenField } from '#app/ui/form/HiddenField.tsx'
import { TextArea } from '#app/ui/form/TextArea.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { EditPage } from '#app/ui/page/EditPage.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'
import { usePage } from '#app/ui/page-context.tsx'

export const handle = { access: 'admin.subscription.edit', title: 'subscription.extend' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.subscription')
  const row = await subscriptionForOperator(await context.read(), id)
  const { entity, package: name, expires_on, credit, version } = row
  return { id, entity, package: name, expires_on, credit, version }
}

export const action = async (args: ActionFunctionArgs) => {
  const id = idOf(args.params, 'not_found.subscription')
  const { context } = args
  const answer = await submit(args, extendForm, async ({ trx, actor, today }, { version, ...given }) => {
    await extendByOperator(trx, actor, { id, version }, given, today)
    return redirectWith(paths.admin.subscription.view(id), 'subscription_extended', {
      date: formatDate(given.expires_on, context.locale),
    })
  })
  return answer
}

export default function Page() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(extendForm, useActionData<typeof action>(), {
    version: row.version,
  })
  const href = paths.admin.subscription.view(row.id)
  return (
    <EditPage
      title={t('subscription.extend_of', { name: row.entity })}
      subtitle={t('subscription.extend_hint')}
      back={{ label: row.entity, href }}
      cancel={href}
      form={form}
      noun="subscription"
    >
      <HiddenField of={fields.version} />
      <Facts
        items={[
          { label: t('subscription.package'), value: row.package },
          { label: t('subscription.expires_on'), value: formatDate(row.expires_on, locale) },
          { label: t('subscription.credit'), value: formatCount(row.credit) },
        ]}
      />
      <DateField of={fields.expires_on} label={t('subscription.new_last_day')} />
      <TextArea
        of={fields.reason}
        label={t('subscription.reason')}
        hint={t('subscription.reason_hint')}
        rows={3}
        optional={false}
      />
    </EditPage>
  )
}
