import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#app/domain/core/refusal.ts'
import { requestFamily } from '#app/domain/reporting/archives/change-archive.ts'
import { familyForm } from '#app/domain/reporting/archives/family/request-form.ts'
import { familyArchives } from '#app/domain/reporting/archives/find-archives.ts'
import { paths } from '#app/paths.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import type { RequestContext } from '#app/server/request/context.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { FamilyFiles } from '#app/ui/reporting/archive/FamilyFiles.tsx'
import { newId } from '#db/id.ts'

/** All that is on file of a parent and their children, for themselves. */
export const handle = { access: 'dashboard.family', title: 'archive.family.one' } satisfies Handle

/** An account without the profile of a parent has no family; refuses not_found.parent. */
function familyOf({ actor }: RequestContext) {
  if (!actor.parent_id || !actor.id) throw new Refusal('not_found.parent')
  return { parent_id: actor.parent_id, user_id: actor.id }
}

export async function loader({ context }: LoaderFunctionArgs) {
  const files = await familyArchives(await context.read(), familyOf(context))
  return {
    files: files.map(({ id, status, created_at, expires_at }) => ({ id, status, created_at, expires_at })),
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submitVerb(args, familyForm, paths.family_archive.own(), async ({ trx, actor, context }) => {
    const { parent_id } = familyOf(context)
    const scope = context.scope('dashboard.family')
    const { locale } = context
    const id = await requestFamily(trx, actor, scope, parent_id, { locale, for_office: false })
    return redirect(paths.family_archive.view(id))
  })

export default function OwnArchive() {
  const { files, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <FamilyFiles
      title={t('archive.family.one')}
      subtitle={t('archive.family.subtitle')}
      back={{ label: t('profile.one'), href: paths.profile.view() }}
      make={{ label: t('archive.family.make'), action: paths.family_archive.own() }}
      files={files}
      form_key={form_key}
    />
  )
}
