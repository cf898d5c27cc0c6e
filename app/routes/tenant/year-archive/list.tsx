import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#app/domain/core/dates.ts'
import { columnsOf } from '#app/domain/core/lists/columns.ts'
import { yearForm } from '#app/domain/reporting/archives/archive.ts'
import { requestYear } from '#app/domain/reporting/archives/change-archive.ts'
import { type Archive, yearArchives, yearChoices } from '#app/domain/reporting/archives/find-archives.ts'
import { paths } from '#app/paths.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { EmptyState } from '#app/ui/core/feedback/EmptyState.tsx'
import { StatusBadge } from '#app/ui/core/feedback/StatusBadge.tsx'
import { HiddenField, RadioGroup, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { TableSection } from '#app/ui/core/page/TableSection.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { newId } from '#db/id.ts'

/** Archives of whole years: ask for one, and those that there are. */
export const handle = { access: 'month.print', title: 'archive.plural' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const [archives, years] = await Promise.all([yearArchives(db), yearChoices(db, context.today)])
  return {
    archives: archives.map(({ id, starts_on, ends_on, status, asker, created_at, papers, differences }) => ({
      ...{ id, starts_on, ends_on, status, asker, created_at, papers, differences },
    })),
    years,
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, yearForm, async ({ trx, actor, context, today }, input) =>
    redirect(
      paths.year_archive.view(await requestYear(trx, actor, input, { today, locale: context.locale })),
    ),
  )

type Row = Pick<
  Archive,
  'id' | 'starts_on' | 'ends_on' | 'status' | 'asker' | 'created_at' | 'papers' | 'differences'
>

const columns = columnsOf<Row>()(
  { key: 'starts_on', label: 'archive.from', kind: 'date', room: 'who' },
  { key: 'ends_on', label: 'archive.to', kind: 'date' },
  { key: 'asker', label: 'archive.asker', room: 'table' },
  { key: 'created_at', label: 'archive.created_at', kind: 'instant', room: 'table' },
  { key: 'status', label: 'archive.status', kind: 'status', room: 'much' },
)

export default function YearArchives() {
  const { archives, years, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(yearForm, useActionData<typeof action>(), {
    begins: years[0]?.begins,
    papers: 'yes',
    form_key,
  })
  const options = years.map(({ begins, starts_on, ends_on, academic }) => ({
    value: begins,
    label: academic
      ? t('archive.academic', { from: formatDate(starts_on, locale), to: formatDate(ends_on, locale) })
      : t('archive.calendar', { year: begins.slice(0, 4) }),
  }))
  const rows = archives as unknown as Row[]
  return (
    <EditPage
      title={t('archive.plural')}
      subtitle={t('archive.subtitle')}
      form={form}
      noun="archive"
      submit={t('archive.make')}
      below={
        rows.length > 0 ? (
          <TableSection
            title={t('archive.made')}
            columns={columns}
            rows={rows}
            open={({ id }) => paths.year_archive.view(id)}
            cells={{ status: ({ status }) => <StatusBadge status={status} /> }}
            note={({ papers }) => t(papers ? 'archive.with_papers' : 'archive.without_papers')}
          />
        ) : (
          <Section title={t('archive.made')}>
            <EmptyState title={t('archive.empty')} hint={t('archive.empty_hint')} />
          </Section>
        )
      }
    >
      <SelectField
        of={fields.begins}
        label={t('archive.begins')}
        options={options}
        blank={false}
        width="medium"
      />
      <RadioGroup
        of={fields.papers}
        label={t('archive.papers')}
        optional={false}
        options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`archive.papers_${value}`) }))}
      />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
