import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { lineList, statementFor } from '#app/domain/payments/bank-statements/find-statements.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { SubNav } from '#app/ui/core/page/ViewPage.tsx'

/** Lines of a statement by what became of them; without one the lines of all. */
export const handle = { access: 'bank_statement.view', title: 'bank_line.plural' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { context } = args
  const list = await listPage(args, lineList)
  const { statement } = list.page.search
  const of = statement
    ? await statementFor(await context.read(), context.scope('bank_statement.view'), statement).catch(
        () => undefined,
      )
    : undefined
  return { list, of: of && { id: of.id, file_name: of.file_name } }
}

export default function BankLines() {
  const { list, of } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <ListPage
      {...list}
      subtitle={t('bank_line.subtitle')}
      nav={
        <SubNav
          label={t('bank_statement.plural')}
          items={[
            { label: t('bank_statement.plural'), href: paths.bank_statement.list() },
            ...(of ? [{ label: of.file_name, href: paths.bank_statement.view(of.id) }] : []),
          ]}
        />
      }
      open={({ id }) => paths.bank_line.view(id)}
      searchHint={t('bank_line.search_hint')}
      empty={{ title: t('bank_line.empty'), hint: t('bank_line.empty_hint') }}
    />
  )
}
