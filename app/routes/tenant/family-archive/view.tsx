import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate, todayIn } from '#app/domain/core/dates.ts'
import { keptDays } from '#app/domain/reporting/archives/archive.ts'
import { familyArchive } from '#app/domain/reporting/archives/find-archives.ts'
import { paths } from '#app/paths.ts'
import { refreshOf } from '#app/server/archives/archive-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ArchiveState } from '#app/ui/reporting/archive/ArchiveState.tsx'

/** Where a family's file appears, for the account that has asked for it. */
export const handle = { access: 'profile.view', title: 'archive.family.title' } satisfies Handle

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idOf(params, 'not_found.archive')
  const archive = await familyArchive(await context.read(), context.actor.id!, id)
  const { storage_key: _, parent_id, for_office, expires_at, ...shown } = archive
  return data(
    {
      ...shown,
      until: expires_at && todayIn(expires_at),
      back: for_office ? paths.family_archive.office(parent_id!) : paths.family_archive.own(),
    },
    { headers: refreshOf(archive) },
  )
}

export default function FamilyArchivePage() {
  const { id, until, back, ...state } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ArchiveState
      {...state}
      page={paths.family_archive.view(id)}
      file={paths.family_archive.file(id)}
      back={{ label: t('archive.family.back'), href: back }}
      words={{
        making: t('archive.family.making'),
        ready: t('archive.family.ready'),
        failed: t('archive.family.failed'),
        expired: t('archive.family.expired'),
      }}
      readyText={t('archive.family.ready_text', { date: until ? formatDate(until, locale) : '' })}
      expiredText={t('archive.expired_text', { days: keptDays.family })}
    />
  )
}
