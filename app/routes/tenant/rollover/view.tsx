import { data, type HeadersFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { paths } from '#app/paths.ts'
import { rolloverPage } from '#app/server/rollovers/rollover-page.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { ProgressPage } from '#app/ui/core/page/ProgressPage.tsx'
import { Section, ViewPage } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { RolloverNav } from '#app/ui/enrolment/rollover/RolloverNav.tsx'
import {
  RolloverActions,
  RolloverFigures,
  RolloverNotices,
  RolloverStatus,
  rolloverFacts,
} from '#app/ui/enrolment/rollover/RolloverView.tsx'

/** A change of year: its plan, what it would do, what it has done. */
export const handle = { access: 'rollover.view', title: 'rollover.one' } satisfies Handle

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** While a job is at it the page asks again every two seconds; no script is needed. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const page = await rolloverPage(context, idOf(params, 'not_found.rollover'))
  return data(page, { headers: page.busy ? { refresh: '2' } : {} })
}

export default function ViewRollover() {
  const view = useLoaderData<typeof loader>()
  const { record, busy, counts } = view
  const { t } = useTranslation()
  const { locale } = usePage()
  const back = { label: t('rollover.plural'), href: paths.rollover.list() }
  if (busy)
    return (
      <ProgressPage
        title={t(`rollover.busy.${busy}`, { name: record.name })}
        text={t(`rollover.busy_text.${busy}`)}
        refresh={paths.rollover.view(record.id)}
        leave={back}
      />
    )
  return (
    <ViewPage
      title={record.name}
      subtitle={t(`rollover.stages.${record.status}`)}
      back={back}
      status={<RolloverStatus {...record} />}
      actions={<RolloverActions {...view} />}
    >
      <RolloverNotices {...view} />
      <RolloverNav of={record} current={undefined} />
      {counts && <RolloverFigures record={record} counts={counts} />}
      <Section title={t('rollover.details')}>
        <Facts columns={2} items={rolloverFacts(record, t, locale)} />
      </Section>
    </ViewPage>
  )
}
