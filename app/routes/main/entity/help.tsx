import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant, formatTime } from '#app/domain/core/dates.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import { entityForOperator } from '#app/domain/platform/entities/find-entities.ts'
import { enterToHelp } from '#app/domain/platform/help-visits/change-help-visit.ts'
import { ownHelpVisit } from '#app/domain/platform/help-visits/find-help-visits.ts'
import { helpEnterForm, visitMinutes } from '#app/domain/platform/help-visits/help-visit.ts'
import { environment } from '#app/environment.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { pagePolicy } from '#app/server/http/headers.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ownAccount } from '#app/server/sign-in/second-factor.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { ReasonField, TextField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** An operator enters an organisation by the code that it gave them; and from here they go on to its own pages. */
export const handle = {
  access: 'admin.entity.help',
  confirm: 'view',
  title: 'help_visit.enter',
} satisfies Handle

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export async function loader({ params, context }: LoaderFunctionArgs) {
  const db = await context.read()
  const { id, name, subdomain, status } = await entityForOperator(db, idOf(params, 'not_found.entity'))
  const visit = await ownHelpVisit(db, ownAccount(context).session.id, id)
  const origin = originOf({ subdomain }, environment)
  // Browsers apply the policy for forms to where a form is led on to as well.
  const policy = { 'content-security-policy': pagePolicy(context.nonce, [context.site.origin, origin]) }
  return data({ id, name, status, visit, host: new URL(origin).host }, { headers: policy })
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    helpEnterForm,
    async (input) => {
      const id = idOf(args.params, 'not_found.entity')
      const { actor, session } = ownAccount(args.context)
      await enterToHelp(args.context.write, { actor, session_id: session.id }, id, input)
      return redirectWith(paths.admin.entity.help(id), 'help_entered', { minutes: visitMinutes })
    },
    { secrets: ['code'] },
  )

export default function EnterEntity() {
  const { id, name, status, visit, host } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(helpEnterForm, useActionData<typeof action>(), {})
  const back = { label: name, href: paths.admin.entity.view(id) }
  if (visit)
    return (
      <ViewPage
        title={t('help_visit.enter_of', { name })}
        subtitle={t('help_visit.own_running', { time: formatTime(visit.ends_at, locale) })}
        back={back}
        actions={
          <>
            <PostButton action={paths.admin.entity.helpOpen(visit.id)} look="primary">
              {t('help_visit.go', { host })}
            </PostButton>
            <PostButton action={paths.admin.entity.helpLeave(visit.id)}>{t('help_visit.leave')}</PostButton>
          </>
        }
      >
        <Facts
          items={[
            { label: t('help_visit.began_at'), value: formatInstant(visit.began_at, locale) },
            { label: t('help_visit.ends_at'), value: formatInstant(visit.ends_at, locale) },
            { label: t('help_visit.reason'), value: visit.reason },
          ]}
        />
        <p className="quiet">{t('help_visit.go_hint')}</p>
      </ViewPage>
    )
  return (
    <EditPage
      title={t('help_visit.enter_of', { name })}
      subtitle={t('help_visit.enter_hint', { minutes: visitMinutes })}
      back={back}
      form={form}
      noun="help_visit"
      submit={t('help_visit.enter')}
    >
      {status !== 'active' && <Notice tone="warning">{t('refusal.help_visit.closed')}</Notice>}
      <TextField
        of={fields.code}
        label={t('help_visit.code')}
        hint={t('help_visit.code_hint')}
        width="medium"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <ReasonField of={fields.reason} words="help_visit.reason" optional={false} />
    </EditPage>
  )
}
