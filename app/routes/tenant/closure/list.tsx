import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { holidayColumns } from '#app/domain/classes/closures/closure.ts'
import { closureList, holidaysAhead } from '#app/domain/classes/closures/find-closures.ts'
import { paths } from '#app/paths.ts'
import { listLoader } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { LastDay } from '#app/ui/core/table/LastDay.tsx'
import { Table } from '#app/ui/core/table/Table.tsx'

/** The organisation's own closed days, and beside them the public holidays, which the platform keeps. */
export const handle = { access: 'attendance.print', title: 'closure.plural' } satisfies Handle

const list = listLoader(closureList)

export async function loader(args: LoaderFunctionArgs) {
  const listed = await list(args)
  return {
    listed,
    holidays: await holidaysAhead(await args.context.read(), args.context.today),
    mayAdd: args.context.can('attendance.remove'),
  }
}

export default function Closures() {
  const { listed, holidays, mayAdd } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const add = mayAdd ? { label: t('closure.new'), href: paths.closure.new() } : undefined
  return (
    <>
      <ListPage
        {...listed}
        subtitle={t('closure.subtitle')}
        cells={{ ends_on: (row) => <LastDay {...row} /> }}
        open={(row) => paths.closure.view(row.id)}
        {...(add ? { add } : {})}
        searchHint={t('closure.search_hint')}
        empty={{ title: t('closure.empty'), hint: t('closure.empty_hint'), action: add }}
      />
      <Section title={t('closure.holidays')}>
        <p className="quiet">{t(holidays.length > 0 ? 'closure.holidays_text' : 'closure.holidays_none')}</p>
        {holidays.length > 0 && (
          <Table
            caption={t('closure.holidays')}
            columns={holidayColumns}
            rows={holidays.map((row) => ({ ...row, id: `${row.id} ${row.on_day}` }))}
            brief
          />
        )}
      </Section>
    </>
  )
}
