import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isOwnFamily } from '#app/domain/core/four-eyes/own-family.ts'
import { editParent, type SimilarParent } from '#app/domain/people/parents/change-parent.ts'
import { parentFor, parentRow } from '#app/domain/people/parents/find-parents.ts'
import { parentForm } from '#app/domain/people/parents/parent.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { foundBy, useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ConfirmsName } from '#app/ui/people/parent/ConfirmsName.tsx'
import { ParentFields, SimilarParents } from '#app/ui/people/parent/ParentFields.tsx'
import { parentFacts } from '#app/ui/people/parent/parent-facts.tsx'

/** Of a colleague's families; a parent changes what is theirs in their own profile. */
export const handle = { access: 'parent.edit', title: 'parent.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const scope = context.scope('parent.edit')
  const id = idOf(params, 'not_found.parent')
  const db = await context.read()
  const row = await parentRow(db, scope, keysOf(context), id)
  if (scope.scope === 'own') throw redirect(paths.profile.edit())
  const unconfirmed = row.unconfirmed.includes('name')
  const own = unconfirmed && (await isOwnFamily(db, context.actor, { type: 'parent', ids: [id] }))
  return { row, told: parentFor(context.actor.roles, row), unconfirmed, own }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, parentForm, async ({ trx, actor, context }, input) => {
    const scope = context.scope('parent.edit')
    const id = idOf(args.params, 'not_found.parent')
    const row = await parentRow(trx, scope, keysOf(context), id)
    if (scope.scope === 'own') return redirect(paths.profile.edit())
    const said = parentFor(actor.roles, row).income ? input : { ...input, income_above_2500: undefined }
    await editParent(trx, actor, scope, keysOf(context), { id, version: input.version ?? 0 }, said)
    return redirectWith(paths.parent.view(id), 'parent_saved', { name: input.name })
  })

export default function EditParent() {
  const { row, told, unconfirmed, own } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const answer = useActionData<typeof action>()
  const { income } = told
  const [form, fields] = useFormOf(parentForm, answer, {
    ...row,
    income_above_2500: incomeWord(income?.income_above_2500 ?? null),
    consent: row.consent_at ? 'on' : undefined,
  })
  return (
    <EditPage
      title={t('parent.edit')}
      back={{ label: row.name, href: paths.parent.view(row.id) }}
      form={form}
      noun="parent"
    >
      {unconfirmed ? <ConfirmsName own={own} /> : null}
      <CurrentValues
        form={form}
        items={[{ label: t('parent.name'), value: row.name }, ...parentFacts(told, t, locale)]}
        field={fields.version}
        version={row.version}
      />
      <SimilarParents found={foundBy<SimilarParent>(answer)} of={fields.is_another} />
      {row.has_account && row.account_status !== 'invited' ? (
        <p className="quiet">{t('parent.contact_hint')}</p>
      ) : null}
      <ParentFields fields={fields} income={income !== null} identity={row.identity_masked} />
    </EditPage>
  )
}

const incomeWord = (above: boolean | null) => (above === null ? 'unknown' : above ? 'yes' : 'no')
