import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '#app/domain/core/contact/phone.ts'
import { createOperator, editOperator } from '#app/domain/platform/operators/change-operator.ts'
import { operator } from '#app/domain/platform/operators/find-operators.ts'
import { operatorForm, operatorRoles } from '#app/domain/platform/operators/operator.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { endOperatorSessions } from '#app/server/session/session.ts'
import { HiddenField, LocaleField, RadioGroup, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'

/** The page of a changed operator, and with operator.new.tsx of a new one: its address has no id. */
export const handle = { access: 'admin.operator.edit', title: 'operator.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!params.id) return { row: undefined, own: false }
  const id = idOf(params, 'not_found.operator')
  return { row: await operator(await context.read(), id), own: id === context.actor.id }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, operatorForm, async ({ trx, actor, context }, input) => {
    if (!args.params.id) {
      const { id } = await createOperator(trx, actor, context.services.ring, input)
      return redirectWith(paths.admin.operator.view(id), 'operator_created', { email: input.email })
    }
    const id = idOf(args.params, 'not_found.operator')
    const { ring } = context.services
    const { name, ends_sessions } = await editOperator(trx, actor, ring, id, input.version ?? 0, input)
    if (ends_sessions) await endOperatorSessions(trx, id)
    return redirectWith(paths.admin.operator.view(id), 'operator_saved', { name })
  })

export default function EditOperator() {
  const { row, own } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(
    operatorForm,
    useActionData<typeof action>(),
    row ?? { role: 'support', locale: 'en' },
  )
  const back = row
    ? { label: row.name, href: paths.admin.operator.view(row.id) }
    : { label: t('operator.plural'), href: paths.admin.operator.list() }
  return (
    <EditPage
      title={t(row ? 'operator.edit' : 'operator.new')}
      back={back}
      form={form}
      noun="operator"
      submit={t(row ? 'common.action.save' : 'operator.invite')}
    >
      <CurrentValues
        form={form}
        items={[
          { label: t('operator.name'), value: row?.name },
          { label: t('operator.email'), value: row?.email },
          { label: t('operator.phone'), value: row?.phone && formatPhone(row.phone) },
          { label: t('operator.role'), value: row ? t(`common.role.${row.role}`) : null },
        ]}
        field={fields.version}
        version={row?.version}
      />
      {row ? null : <p>{t('operator.invite_text')}</p>}
      <TextField of={fields.name} label={t('operator.name')} />
      <TextField of={fields.email} label={t('operator.email')} type="email" spellCheck={false} />
      <TextField of={fields.phone} label={t('operator.phone')} type="tel" width="medium" />
      {own ? (
        <HiddenField of={fields.role} />
      ) : (
        <RadioGroup
          of={fields.role}
          label={t('operator.role')}
          options={operatorRoles.map((value) => ({
            value,
            label: t(`common.role.${value}`),
            hint: t(`operator.roles.${value}`),
          }))}
        />
      )}
      <LocaleField of={fields.locale} label={t('operator.locale')} />
    </EditPage>
  )
}
