import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { identityDetail } from '#app/domain/identity/accounts/identity.ts'
import { createParent, type SimilarParent } from '#app/domain/people/parents/change-parent.ts'
import { parentForm } from '#app/domain/people/parents/parent.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField } from '#app/ui/core/form/fields.tsx'
import { foundBy, useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { ParentFields, SimilarParents } from '#app/ui/people/parent/ParentFields.tsx'
import { newId } from '#db/id.ts'

/** By itself, or on the way to a child: `?child=new` goes on to a new one, `?child=<id>` to the family of one. */
export const handle = { access: 'parent.create', title: 'parent.new' } satisfies Handle

export function loader({ request, context }: LoaderFunctionArgs) {
  const { site, locale, actor } = context
  return {
    locale: site.side === 'tenant' ? site.entity.default_locale : locale,
    income: identityDetail(actor.roles, 'parent.view') === 'known',
    child: childOf(request),
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, parentForm, async ({ trx, actor, context }, input) => {
    const id = await createParent(trx, actor, context.scope('parent.create'), keysOf(context), input)
    return redirectWith(nextWith(childOf(args.request), id), 'parent_created', { name: input.name })
  })

function childOf(request: Request): string | null {
  const child = new URL(request.url).searchParams.get('child')
  return child && /^(new|[0-9a-f-]{36})$/.test(child) ? child : null
}

function nextWith(child: string | null, id: string): string {
  if (child === 'new') return paths.student.new({ parent: id })
  return child ? paths.student.family(child, { add: id }) : paths.parent.view(id)
}

export default function NewParent() {
  const { locale, income, child, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const answer = useActionData<typeof action>()
  const [form, fields] = useFormOf(parentForm, answer, {
    identity_type: 'nric',
    preferred_locale: locale,
    preferred_channel: 'whatsapp',
    form_key,
  })
  const back =
    child === 'new'
      ? { label: t('student.new'), href: paths.student.new() }
      : child
        ? { label: t('student.parents'), href: paths.student.family(child) }
        : { label: t('parent.plural'), href: paths.parent.list() }
  return (
    <EditPage title={t('parent.new')} back={back} form={form} noun="parent">
      <SimilarParents
        found={foundBy<SimilarParent>(answer)}
        of={fields.is_another}
        take={child ? (id) => nextWith(child, id) : undefined}
      />
      <ParentFields fields={fields} income={income} />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
