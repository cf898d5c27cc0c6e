import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { deviceInWords } from '#app/domain/accounts/device.ts'
import { loginLog } from '#app/domain/accounts/login-log.server.ts'
import {
  goodResults,
  loginColumns,
  loginMethods,
  loginOutcomes,
  loginSearch,
} from '#app/domain/accounts/login-log.ts'
import { readSearch } from '#app/domain/search.ts'
import type { Handle } from '#app/server/trees.ts'
import { ProfileNav } from '#app/ui/account/ProfileNav.tsx'
import { StatusBadge } from '#app/ui/feedback/StatusBadge.tsx'
import { ListPage } from '#app/ui/page/ListPage.tsx'
import { FilterDate, FilterSelect } from '#app/ui/table/Filters.tsx'

/** The reader's own ways in, and the tries at them. */
export const handle = { access: 'profile.view', title: 'profile.log.one' } satisfies Handle

export async function loader({ request, context }: LoaderFunctionArgs) {
  const search = readSearch(request, loginSearch)
  const { rows, ...page } = await loginLog(await context.read(), context.actor.id!, search)
  const unknown = context.t('profile.session.unknown')
  return {
    page: { ...page, rows: rows.map((row) => ({ ...row, device: deviceInWords(row.device, unknown) })) },
  }
}

export default function LoginLog() {
  const { page } = useLoaderData<typeof loader>()
  const { search } = page
  const { t } = useTranslation()
  const isGood = (result: string) => (goodResults as readonly string[]).includes(result)
  const sentence = (result: string) =>
    isGood(result) ? t(`profile.results.${result}`) : t(`refusal.${result}`)
  return (
    <ListPage
      title={t('profile.log.one')}
      subtitle={t('profile.log.text')}
      columns={loginColumns}
      page={page}
      searchHint={t('profile.log.search_hint')}
      empty={{ title: t('profile.log.empty') }}
      nav={<ProfileNav current="log" />}
      cells={{
        result: ({ result }) => (
          <StatusBadge status={isGood(result) ? 'success' : 'failed'} label={sentence(result)} />
        ),
      }}
      filters={
        <>
          <FilterSelect
            name="outcome"
            label={t('profile.result')}
            value={search.outcome}
            options={loginOutcomes.map((value) => ({ value, label: t(`common.status.${value}`) }))}
          />
          <FilterSelect
            name="method"
            label={t('profile.method')}
            value={search.method}
            options={loginMethods.map((value) => ({ value, label: t(`profile.methods.${value}`) }))}
          />
          <FilterDate name="from" label={t('common.from')} value={search.from} />
          <FilterDate name="to" label={t('common.to')} value={search.to} />
        </>
      }
    />
  )
}
