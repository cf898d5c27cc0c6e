import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '#app/domain/core/dates.ts'
import { failedJob } from '#app/domain/platform/failed-jobs/failed-jobs.ts'
import { paths } from '#app/paths.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

export const handle = { access: 'admin.job.view', title: 'admin.job.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const row = await failedJob(await context.read(), idOf(params, 'not_found.job'))
  return { row, mayRetry: context.operatorCan('admin.job.retry') }
}

export default function FailedJob() {
  const { row, mayRetry } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { id, name, entity, error, attempts, failed_at, retried_at, payload } = row
  return (
    <ViewPage
      title={t(`admin.job.names.${name}`, { defaultValue: name })}
      subtitle={name}
      back={{ label: t('admin.job.plural'), href: paths.admin.job() }}
      status={
        <StatusBadge
          status={retried_at ? 'retried' : 'failed'}
          tone={retried_at ? 'off' : 'bad'}
          label={t(`admin.job.states.${retried_at ? 'retried' : 'open'}`)}
        />
      }
      actions={
        mayRetry && !retried_at ? (
          <PostButton action={paths.admin.jobRetry(id)} look="primary">
            {t('common.action.try_again')}
          </PostButton>
        ) : null
      }
    >
      <Facts
        items={[
          { label: t('admin.job.entity'), value: entity ?? t('admin.job.platform') },
          { label: t('admin.job.attempts'), value: attempts },
          { label: t('admin.job.failed_at'), value: formatInstant(failed_at, locale) },
          { label: t('admin.job.retried_at'), value: retried_at ? formatInstant(retried_at, locale) : null },
          { label: t('admin.job.error'), value: error, wide: true },
          ...Object.entries(payload).map(([key, value]) => ({ label: key, value: String(value) })),
          { label: t('admin.job.id'), value: id },
        ]}
      />
    </ViewPage>
  )
}
