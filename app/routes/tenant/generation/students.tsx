import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { findGeneration, generationStudentList } from '#app/domain/billing/generations/find-generations.ts'
import { formatMonth } from '#app/domain/core/dates.ts'
import { paths } from '#app/paths.ts'
import { listPage } from '#app/server/lists/list-page.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ListPage } from '#app/ui/core/page/ListPage.tsx'
import { SubNav } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The students of a preview or a run with their results; without `generation` those of all. */
export const handle = { access: 'generation.preview', title: 'generation.students' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const list = await listPage(args, generationStudentList)
  const { generation } = list.page.search
  const of = generation
    ? await findGeneration(await args.context.read(), generation).catch(() => undefined)
    : undefined
  return { list, of: of && { id: of.id, month: of.month, run: of.run_at !== null } }
}

export default function GenerationStudents() {
  const { list, of } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  return (
    <ListPage
      {...list}
      subtitle={t('generation.students_hint')}
      nav={
        <SubNav
          label={t('generation.plural')}
          items={[
            { label: t('generation.plural'), href: paths.generation.list() },
            ...(of
              ? [
                  {
                    label: t(of.run ? 'generation.run_of' : 'generation.preview_of', {
                      month: formatMonth(of.month, locale),
                    }),
                    href: paths.generation.view(of.id),
                  },
                ]
              : []),
          ]}
        />
      }
      open={({ id }) => paths.generation.student(id)}
      searchHint={t('generation.students_search')}
      empty={{ title: t('generation.students_empty'), hint: t('generation.students_empty_hint') }}
    />
  )
}
