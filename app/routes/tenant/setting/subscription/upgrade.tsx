import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { platformIssuer } from '#app/domain/platform/platform-invoices/issuer.ts'
import { upgradeSubscription } from '#app/domain/platform/subscriptions/change-subscription.ts'
import { packageChoicesOf } from '#app/domain/platform/subscriptions/find-subscriptions.ts'
import { upgradeForm } from '#app/domain/platform/subscriptions/subscription.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { RadioGroup } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { AboveChoices, NothingOffered } from '#app/ui/platform/subscription/NothingOffered.tsx'

/** The owner changes to a dearer package for the rest of the time that is paid for. */
export const handle = { access: 'subscription.renew', title: 'subscription.own.upgrade' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const [{ upgrades: choices, nothing }, { name, contact_phone, contact_email }] = await Promise.all([
    packageChoicesOf(db, tenantOf(context).id, context.today),
    platformIssuer(db),
  ])
  return { choices, why: nothing.upgrades, seller: { name, contact_phone, contact_email } }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, upgradeForm, async ({ trx, actor, today, context }, input) => {
    const { id, default_locale } = tenantOf(context)
    const t = i18nOf(default_locale, context.labels).getFixedT(default_locale)
    await upgradeSubscription(trx, actor, t, id, input.package_id, today)
    return redirect(paths.setting.subscription())
  })

export default function Choose() {
  const { choices, why, seller } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const fitting = choices.filter(({ over }) => over.length === 0)
  const [form, fields] = useFormOf(upgradeForm, useActionData<typeof action>(), {
    package_id: fitting[0]?.id,
  })
  const href = paths.setting.subscription()
  const page = { title: t('subscription.own.upgrade'), back: { label: t('subscription.own.title'), href } }
  if (why) return <NothingOffered {...{ page, why, choices, seller }} />
  return (
    <EditPage
      {...page}
      subtitle={t('subscription.own.upgrade_hint')}
      form={form}
      noun="subscription"
      submit={t('subscription.own.ask_upgrade')}
      above={<AboveChoices form={form} choices={choices} />}
    >
      <RadioGroup
        of={fields.package_id}
        label={t('subscription.package')}
        options={fitting.map(({ id, name, now_sen }) => ({
          value: id,
          label: t('subscription.own.choice_now', { name, fee: formatRinggit(now_sen) }),
        }))}
      />
    </EditPage>
  )
}
