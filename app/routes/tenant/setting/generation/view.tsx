import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { generationSetting } from '#app/domain/billing/generations/generation-setting.ts'
import { paths } from '#app/paths.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { Facts } from '#app/ui/core/page/Facts.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { SettingPage } from '#app/ui/organisation/setting/SettingPage.tsx'
import { generationFacts, nextRun } from '#app/ui/organisation/setting/setting-facts.ts'

/** How a month is billed. */
export const handle = { access: 'invoice_setting.view', title: 'setting.generation.title' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const row = await generationSetting(await context.read())
  return { row, today: context.today, mayEdit: context.can('invoice_setting.edit') }
}

export default function GenerationSettings() {
  const { row, today, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <SettingPage name="generation" edit={mayEdit && paths.setting.generationEdit()}>
      {row.auto_run && <Notice>{nextRun(row, today, t, locale)}</Notice>}
      <Facts columns={2} items={generationFacts(row, t, locale)} />
    </SettingPage>
  )
}
