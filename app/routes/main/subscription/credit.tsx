import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/dates.ts'
import { formatCount } from '#app/domain/lists/columns.ts'
import { changeCredit } from '#app/domain/subscriptions/operator/by-operator.server.ts'
import { subscriptionForOperator } from '#app/domain/subscriptions/operator/find-subscriptions.server.ts'
import { creditForm } from '#app/domain/subscriptions/subscription-form.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField } from '#app/ui/form/HiddenField.tsx'
import { TextArea } from '#app/ui/form/TextArea.tsx'
import { TextField } from '#app/ui/form/TextField.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { EditPage } from '#app/ui/page/EditPage.tsx'
import { Facts } from '#app/ui/page/Facts.tsx'
import { usePage } from '#app/ui/page-context.tsx'

export const handle = {
  access: 'admin.subscription.edit',
  title: 'subscription.change_credit',
} satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.subscription')
  const row = await subscriptionForOperator(await context.read(), id)
  const { entity, package: name, expires_on, credit, version } = row
  return { id, entity, package: name, expires_on, credit, version }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, creditForm, async ({ trx, actor }, { version, ...given }) => {
    const id = idOf(args.params, 'not_found.subscription')
    await changeCredit(trx, actor, { id, version }, given)
    return redirectWith(paths.admin.subscription.view(id), 'subscription_credit')
  })

export default function Page() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(creditForm, useActionData<typeof action>(), {
    version: row.version,
  })
  const href = paths.admin.subscription.view(row.id)
  return (
    <EditPage
      title={t('subscription.change_credit_of', { name: row.entity })}
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
      <TextField
        of={fields.change}
        label={t('subscription.change')}
        hint={t('subscription.change_hint')}
        width="short"
      />
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
