import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { downgradeToFree } from '#app/domain/platform/subscriptions/change-subscription.ts'
import { packageChoicesOf } from '#app/domain/platform/subscriptions/find-subscriptions.ts'
import { freeForm } from '#app/domain/platform/subscriptions/subscription.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { HiddenField, RadioGroup } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { ExceededLimits } from '#app/ui/platform/subscription/NothingOffered.tsx'

/** The owner lets a package that costs nothing follow the one that is held. */
export const handle = { access: 'subscription.renew', title: 'subscription.own.go_free' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { free: choices, version } = await packageChoicesOf(
    await context.read(),
    tenantOf(context).id,
    context.today,
  )
  return { choices, version }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, freeForm, async ({ trx, actor, today, context }, input) => {
    await downgradeToFree(trx, actor, tenantOf(context).id, input, today)
    return redirectWith(paths.setting.subscription(), 'free_chosen')
  })

export default function GoFree() {
  const { choices, version } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const fitting = choices.filter(({ over }) => over.length === 0)
  const [form, fields] = useFormOf(freeForm, useActionData<typeof action>(), {
    package_id: fitting[0]?.id,
    version: String(version),
  })
  const href = paths.setting.subscription()
  const page = {
    title: t('subscription.own.go_free'),
    subtitle: t('subscription.own.go_free_hint'),
    back: { label: t('subscription.own.title'), href },
  }
  if (fitting.length === 0)
    return (
      <ViewPage {...page}>
        <ExceededLimits choices={choices} />
        {choices.length === 0 && <EmptyState title={t('subscription.own.none_free')} />}
      </ViewPage>
    )
  return (
    <EditPage
      {...page}
      form={form}
      noun="subscription"
      submit={t('subscription.own.ask_free')}
      above={<ExceededLimits choices={choices} />}
    >
      <HiddenField of={fields.version} />
      <RadioGroup
        of={fields.package_id}
        label={t('subscription.package')}
        options={fitting.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </EditPage>
  )
}
