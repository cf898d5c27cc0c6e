import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchOptions } from '#app/domain/catalogue/branches/branches.ts'
import { categoryOptions } from '#app/domain/catalogue/categories/categories.ts'
import { moduleOptions } from '#app/domain/catalogue/modules/modules.ts'
import { programOptions } from '#app/domain/catalogue/programs/programs.ts'
import { subjects } from '#app/domain/catalogue/subjects/change-subject.ts'
import { subject, teacherOptions } from '#app/domain/catalogue/subjects/find-subjects.ts'
import { subjectFacts, subjectForm } from '#app/domain/catalogue/subjects/subject.ts'
import { openForm, submitRow } from '#app/server/forms/resource-actions.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { ScheduleFields } from '#app/ui/catalogue/subject/ScheduleFields.tsx'
import { ResourceEditPage } from '#app/ui/core/crud/ResourceEditPage.tsx'
import { EnterSaves } from '#app/ui/core/form/Button.tsx'
import {
  CheckboxField,
  CheckboxGroup,
  DateField,
  FieldRow,
  Fieldset,
  NumberField,
  optionsOf,
  SelectField,
  TextArea,
  TextField,
} from '#app/ui/core/form/fields.tsx'
import { TranslatedField } from '#app/ui/core/form/TranslatedField.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { usePage } from '#app/ui/core/page-context.tsx'

/** The page of a changed class, and with new.tsx of a new one: its address has no id. */
export const handle = { access: 'subject.edit', title: 'subject.one' } satisfies Handle

export async function loader(args: LoaderFunctionArgs) {
  const { row, form_key, scope } = await openForm(args, 'subject', subject)
  const db = await args.context.read()
  const [programs, modules, categories, branches, trainers, assistants] = await Promise.all([
    programOptions(db, row?.program_id),
    moduleOptions(db, row?.module_id),
    categoryOptions(db, row?.category_id),
    branchOptions(db, row?.branch_id, scope),
    teacherOptions(db, 'trainer', row && [row.main_trainer_id ?? [], row.trainer_ids].flat()),
    teacherOptions(db, 'assistant', row?.assistant_ids),
  ])
  return { row, form_key, programs, modules, categories, branches, trainers, assistants }
}

export const action = (args: ActionFunctionArgs) => submitRow(args, subjects)

export default function EditSubject() {
  const { row, form_key, modules, ...choices } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const { locale } = usePage()
  const { branches } = choices
  const fresh = {
    ...{ session_minutes: 60, sessions_per_month: 4, registration_open: true, schedule: [{}], form_key },
    ...(branches.length === 1 ? { branch_id: branches[0]!.id } : {}),
  }
  const [form, fields] = useFormOf(subjectForm, useActionData<typeof action>(), row ?? fresh)
  return (
    <ResourceEditPage
      noun="subject"
      row={row}
      form={form}
      fields={fields}
      facts={row && subjectFacts(row, t, locale)}
    >
      <EnterSaves />
      <TextField of={fields.code} label={t('subject.code')} width="short" autoCapitalize="characters" />
      <TextField of={fields.name} label={t('subject.name')} />
      <TranslatedField of={fields} field="name" words="subject" />
      <FieldRow>
        <SelectField
          of={fields.program_id}
          label={t('subject.program_id')}
          options={optionsOf(choices.programs)}
        />
        <SelectField of={fields.branch_id} label={t('subject.branch_id')} options={optionsOf(branches)} />
      </FieldRow>
      <FieldRow>
        <SelectField
          of={fields.module_id}
          label={t('subject.module_id')}
          blank={t('common.none')}
          options={modules.map(({ id, name, program }) => ({ value: id, label: name, group: program }))}
        />
        <SelectField
          of={fields.category_id}
          label={t('subject.category_id')}
          blank={t('common.none')}
          options={optionsOf(choices.categories)}
        />
      </FieldRow>
      <ScheduleFields form={form} of={fields.schedule} />
      <Fieldset legend={t('subject.people')}>
        <SelectField
          of={fields.main_trainer_id}
          label={t('subject.main_trainer_id')}
          blank={t('subject.nobody')}
          options={optionsOf(choices.trainers)}
        />
        {choices.trainers.length > 0 && (
          <CheckboxGroup
            of={fields.trainer_ids}
            label={t('subject.trainer_ids')}
            options={optionsOf(choices.trainers)}
          />
        )}
        {choices.assistants.length > 0 && (
          <CheckboxGroup
            of={fields.assistant_ids}
            label={t('subject.assistant_ids')}
            options={optionsOf(choices.assistants)}
          />
        )}
      </Fieldset>
      <Fieldset legend={t('subject.joining')}>
        <FieldRow>
          <NumberField of={fields.capacity} label={t('subject.capacity')} hint={t('subject.capacity_hint')} />
        </FieldRow>
        <CheckboxField of={fields.waitlist} label={t('subject.waitlist')} hint={t('subject.waitlist_hint')} />
        <CheckboxField of={fields.registration_open} label={t('subject.registration_open')} />
        <FieldRow>
          <NumberField of={fields.min_age} label={t('subject.min_age')} hint={t('subject.ages_hint')} />
          <NumberField of={fields.max_age} label={t('subject.max_age')} />
        </FieldRow>
      </Fieldset>
      <Fieldset legend={t('subject.length')}>
        <FieldRow>
          <NumberField of={fields.session_minutes} label={t('subject.session_minutes')} />
          <NumberField of={fields.sessions_per_month} label={t('subject.sessions_per_month')} />
          <DateField of={fields.starts_on} label={t('subject.starts_on')} />
          <DateField of={fields.ends_on} label={t('subject.ends_on')} />
        </FieldRow>
      </Fieldset>
      <TextArea of={fields.description} label={t('subject.description')} rows={4} />
    </ResourceEditPage>
  )
}
