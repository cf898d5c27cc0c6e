import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { reachedParent } from '#app/domain/people/parents/find-parents.ts'
import { requestFamily } from '#app/domain/reporting/archives/change-archive.ts'
import { familyForm } from '#app/domain/reporting/archives/family/request-form.ts'
import { familyArchives } from '#app/domain/reporting/archives/find-archives.ts'
import { paths } from '#app/paths.ts'
import { submitVerb } from '#app/server/forms/submit-verb.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { FamilyFiles } from '#app/ui/reporting/archive/FamilyFiles.tsx'
import { newId } from '#db/id.ts'

/** A copy of a family's data for a parent who has asked the office for it. */
export const handle = { access: 'parent.remove', title: 'archive.family.title' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.parent')
  const db = await context.read()
  const { name } = await reachedParent(db, context.scope('parent.remove'), id)
  const files = await familyArchives(db, { parent_id: id, user_id: context.actor.id! })
  return {
    ...{ id, name, form_key: newId() },
    back: context.can('family.view') ? paths.family.view(id) : paths.parent.view(id),
    files: files.map((one) => ({
      ...{ id: one.id, status: one.status, created_at: one.created_at, expires_at: one.expires_at },
    })),
  }
}

export const action = (args: ActionFunctionArgs) => {
  const parent_id = idOf(args.params, 'not_found.parent')
  const page = paths.family_archive.office(parent_id)
  return submitVerb(args, familyForm, page, async ({ trx, actor, context }) => {
    const scope = context.scope('parent.remove')
    const { locale } = context
    const id = await requestFamily(trx, actor, scope, parent_id, { locale, for_office: true })
    return redirect(paths.family_archive.view(id))
  })
}

export default function OfficeArchive() {
  const { id, name, back, files, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <FamilyFiles
      title={t('archive.family.office_title', { name })}
      subtitle={t('archive.family.office_subtitle', { name })}
      back={{ label: name, href: back }}
      make={{ label: t('archive.family.office_make'), action: paths.family_archive.office(id) }}
      files={files}
      form_key={form_key}
    />
  )
}
