import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { keptDays } from '#app/domain/reporting/archives/archive.ts'
import { yearArchive } from '#app/domain/reporting/archives/find-archives.ts'
import { paths } from '#app/paths.ts'
import { refreshOf } from '#app/server/archives/archive-file.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { ArchiveState } from '#app/ui/reporting/archive/ArchiveState.tsx'

/** Where the archive of a year appears; the page asks again until it is there. */
export const handle = { access: 'month.print', title: 'archive.one' } satisfies Handle

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ params, context }: LoaderFunctionArgs) {
  const archive = await yearArchive(await context.read(), idOf(params, 'not_found.archive'))
  const { storage_key: _, ...shown } = archive
  return data(shown, { headers: refreshOf(archive) })
}

export default function YearArchive() {
  const { id, starts_on, ends_on, papers, differences, equations, ...state } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const span = t('archive.ready_year', {
    from: formatDate(starts_on!, locale),
    to: formatDate(ends_on!, locale),
  })
  const ties = differences
    ? t('archive.differs', { count: differences })
    : t('archive.ties', { count: equations ?? 0 })
  return (
    <ArchiveState
      {...state}
      page={paths.year_archive.view(id)}
      file={paths.year_archive.file(id)}
      back={{ label: t('archive.back'), href: paths.year_archive.list() }}
      words={{
        making: t('archive.making'),
        ready: t('archive.ready'),
        failed: t('archive.failed'),
        expired: t('archive.expired'),
      }}
      readyText={`${span}. ${ties}`}
      expiredText={t('archive.expired_text', { days: keptDays.year })}
      again={
        <PostButton
          action={paths.year_archive.list()}
          fields={{ begins: starts_on!.slice(0, 7), papers: papers ? 'yes' : 'no' }}
        >
          {t('archive.again')}
        </PostButton>
      }
    />
  )
}
