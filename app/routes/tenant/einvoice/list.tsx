import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { documentList } from '#app/domain/einvoice/documents/find-documents.ts'
import { findSetting } from '#app/domain/einvoice/settings/find-setting.ts'
import { warningsOf } from '#app/domain/einvoice/settings/warnings.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { TestSystem } from '#app/ui/einvoice/document/TestSystem.tsx'
import { SettingWarnings } from '#app/ui/einvoice/settings/SettingWarnings.tsx'

/** What the tax portal has of invoices and credit notes, and what has to be corrected. */
export const handle = { access: 'einvoice.view', title: 'einvoice.plural' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const list = await listPage(args, documentList)
  const setting = list.family ? undefined : await findSetting(await args.context.read())
  return {
    list,
    isTest: setting?.environment === 'sandbox',
    warnings: warningsOf(setting, args.context.today),
    mayEdit: args.context.can('einvoice_setting.edit'),
  }
}

export default function EInvoices() {
  const { list, isTest, warnings, mayEdit } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('einvoice.subtitle')}
      yours="einvoice"
      open={({ id }) => paths.einvoice.view(id)}
      note={({ number, type }) => (
        <>
          {t(`einvoice.types.${type}`)} · <span className="number">{number}</span>
        </>
      )}
      add={{ label: t('einvoice.new'), href: paths.einvoice.new() }}
      searchHint={t('einvoice.search_hint')}
      empty={{ title: t('einvoice.empty'), hint: list.mayCreate ? t('einvoice.empty_hint') : undefined }}
    >
      <SettingWarnings {...warnings} mayEdit={mayEdit} />
      {isTest && <TestSystem />}
    </ListPage>
  )
}
