import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requestPreview } from '#app/domain/billing/generations/change-generation.ts'
import { newGenerationForm } from '#app/domain/billing/generations/generation.ts'
import { branchOptions } from '#app/domain/catalogue/branches/branches.ts'
import { feeCategoryOptions } from '#app/domain/catalogue/fee-categories/fee-categories.ts'
import { programOptions } from '#app/domain/catalogue/programs/programs.ts'
import { subjectOptions } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { addMonths, formatMonth, startOfMonth } from '#app/domain/core/dates.ts'
import { settings } from '#app/domain/core/settings/settings.ts'
import { paths } from '#app/paths.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { HiddenField, optionsOf, RadioGroup, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { usePage } from '#app/ui/core/page-context.tsx'
import { newId } from '#db/id.ts'

/** Chooses the month and the students; creates a preview first. */
export const handle = { access: 'generation.preview', title: 'generation.new' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const db = await context.read()
  const [branches, programs, subjects, categories, setting] = await Promise.all([
    branchOptions(db),
    programOptions(db),
    subjectOptions(db),
    feeCategoryOptions(db),
    settings(db, 'generation'),
  ])
  const first = startOfMonth(context.today)
  return {
    ...{ branches, programs, subjects, categories },
    months: [-2, -1, 0, 1, 2, 3].map((months) => addMonths(first, months).slice(0, 7)),
    usual: addMonths(first, setting.for === 'next_month' ? 1 : 0).slice(0, 7),
    form_key: newId(),
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, newGenerationForm, async ({ trx, actor, today }, input) =>
    redirect(paths.generation.view(await requestPreview(trx, actor, input, today))),
  )

export default function NewGeneration() {
  const { branches, programs, subjects, categories, months, usual, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const [form, fields] = useFormOf(newGenerationForm, useActionData<typeof action>(), {
    month: usual,
    due: 'month',
    form_key,
  })
  const all = t('generation.all')
  return (
    <EditPage
      title={t('generation.new')}
      subtitle={t('generation.new_hint')}
      back={{ label: t('generation.plural'), href: paths.generation.list() }}
      submit={t('generation.make_preview')}
      form={form}
      noun="generation"
    >
      <SelectField
        of={fields.month}
        label={t('generation.month')}
        blank={false}
        width="medium"
        options={months.map((value) => ({ value, label: formatMonth(value, locale) }))}
      />
      <RadioGroup
        of={fields.due}
        label={t('generation.due')}
        options={(['month', 'catch_up'] as const).map((value) => ({
          value,
          label: t(`generation.dues.${value}`),
          hint: t(`generation.due_hints.${value}`),
        }))}
      />
      <SelectField
        of={fields.branch_id}
        label={t('generation.branch_id')}
        blank={all}
        options={optionsOf(branches)}
      />
      <SelectField
        of={fields.program_id}
        label={t('generation.program_id')}
        blank={all}
        options={optionsOf(programs)}
      />
      <SelectField
        of={fields.subject_id}
        label={t('generation.subject_id')}
        blank={all}
        options={optionsOf(subjects)}
      />
      <SelectField
        of={fields.fee_category_id}
        label={t('generation.fee_category_id')}
        blank={all}
        options={optionsOf(categories)}
      />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}
