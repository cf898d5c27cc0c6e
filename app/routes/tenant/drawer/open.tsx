import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchOptions } from '#app/domain/catalogue/branches/branches.ts'
import { openDrawer } from '#app/domain/payments/drawers/change-drawer.ts'
import { openDrawerForm } from '#app/domain/payments/drawers/drawer.ts'
import { openDrawerOf } from '#app/domain/payments/drawers/find-drawers.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, MoneyField, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { newId } from '#db/id.ts'

/** A drawer for who opens the page; the one that is open already is shown in its place. */
export const handle = { access: 'payment.record', title: 'drawer.open_title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const open = await openDrawerOf(db, context.actor.id!)
  if (open && context.can('collection.view')) throw redirect(paths.drawer.view(open.id))
  const branches = await branchOptions(db, undefined, context.scope('payment.record'))
  return { branches, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, openDrawerForm, async ({ trx, actor, context, today }, input) => {
    await openDrawer(trx, actor, context.scope('payment.record'), input, today)
    return redirectWith(paths.counter.find(), 'drawer_opened')
  })

export default function OpenDrawer() {
  const { branches, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(openDrawerForm, useActionData<typeof action>(), {
    branch_id: branches[0]?.id,
    form_key,
  })
  return (
    <EditPage
      title={t('drawer.open_title')}
      back={{ label: t('counter.title'), href: paths.counter.find() }}
      form={form}
      noun="drawer"
      submit={t('drawer.open_submit')}
    >
      <MoneyField of={fields.float} label={t('drawer.float')} hint={t('drawer.float_hint')} focused />
      {branches.length > 1 ? (
        <SelectField
          of={fields.branch_id}
          label={t('drawer.branch_id')}
          options={branches.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : (
        <HiddenField of={fields.branch_id} />
      )}
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
