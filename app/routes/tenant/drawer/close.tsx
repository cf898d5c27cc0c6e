import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatRinggit } from '#app/domain/core/money.ts'
import { closeDrawer } from '#app/domain/payments/drawers/change-drawer.ts'
import { closeDrawerForm } from '#app/domain/payments/drawers/drawer.ts'
import { drawer } from '#app/domain/payments/drawers/find-drawers.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { HiddenField, MoneyField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { newId } from '#db/id.ts'

/** What was counted, method by method, beside what is expected. */
export const handle = { access: 'drawer.fill', title: 'drawer.close' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.drawer')
  const { clerk, status, version, sums } = await drawer(
    await context.read(),
    context.scope('drawer.fill'),
    id,
  )
  return { id, clerk, isOpen: status === 'open', version: String(version), sums, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, closeDrawerForm, async ({ trx, actor, context }, input) => {
    const id = idOf(args.params, 'not_found.drawer')
    const status = await closeDrawer(trx, actor, context.scope('drawer.fill'), id, input)
    return redirectWith(paths.drawer.view(id), status === 'closed' ? 'drawer_closed' : 'drawer_waits')
  })

export default function CloseDrawer() {
  const { id, clerk, isOpen, version, sums, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(closeDrawerForm, useActionData<typeof action>(), { version, form_key })
  const back = { label: t('drawer.of', { name: clerk }), href: paths.drawer.view(id) }
  if (!isOpen) {
    return (
      <ViewPage title={t('drawer.close')} subtitle={back.label} back={back}>
        <Notice tone="warning">
          <p>{t('refusal.drawer.not_open')}</p>
        </Notice>
      </ViewPage>
    )
  }
  return (
    <EditPage
      title={t('drawer.close')}
      subtitle={back.label}
      back={back}
      form={form}
      noun="drawer"
      submit={t('drawer.close_submit')}
    >
      {sums.map(({ method, expected_sen }) => (
        <MoneyField
          key={method}
          of={fields[method]}
          label={t(`payment.methods.${method}`)}
          hint={t('drawer.expected', { amount: formatRinggit(expected_sen) })}
          focused={method === 'cash'}
        />
      ))}
      <TextField
        of={fields.difference_reason}
        label={t('drawer.difference_reason')}
        hint={t('drawer.difference_hint')}
        autoComplete="off"
      />
      <HiddenField of={fields.version} />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
