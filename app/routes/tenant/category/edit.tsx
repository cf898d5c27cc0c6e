import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { categoryKinds } from '#app/domain/categories/category.ts'
import { categoryForm } from '#app/domain/categories/category-form.ts'
import { createCategory, editCategory } from '#app/domain/categories/change-category.server.ts'
import { category } from '#app/domain/categories/find-categories.server.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import { idOf } from '#app/server/routing/params.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { FieldRow } from '#app/ui/form/Fieldset.tsx'
import { HiddenField } from '#app/ui/form/HiddenField.tsx'
import { SelectField } from '#app/ui/form/SelectField.tsx'
import { TextArea } from '#app/ui/form/TextArea.tsx'
import { TextField } from '#app/ui/form/TextField.tsx'
import { useFormOf } from '#app/ui/form/use-form-of.ts'
import { CurrentValues } from '#app/ui/page/CurrentValues.tsx'
import { EditPage } from '#app/ui/page/EditPage.tsx'
import { newId } from '#db/id.ts'

/** The page of a changed category, and with category.new.tsx of a new one: its address has no id. */
export const handle = { access: 'category.edit', title: 'category.one' } satisfies Handle

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!params.id) return { row: undefined, form_key: newId() }
  const scope = context.scope('category.edit')
  return {
    row: await category(await context.read(), scope, idOf(params, 'not_found.category')),
    form_key: undefined,
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, categoryForm, async ({ trx, actor }, input) => {
    if (!args.params.id) {
      const id = await createCategory(trx, actor, input)
      return redirectWith(paths.category.view(id), 'category_created', { name: input.name })
    }
    const id = idOf(args.params, 'not_found.category')
    await editCategory(trx, actor, id, input.version ?? 0, input)
    return redirectWith(paths.category.view(id), 'category_saved', { name: input.name })
  })

export default function EditCategory() {
  const { row, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useFormOf(categoryForm, lastResult, row ?? { kind: 'level', form_key })
  const back = row
    ? { label: row.name, href: paths.category.view(row.id) }
    : { label: t('category.plural'), href: paths.category.list() }
  return (
    <EditPage
      title={row ? t('category.edit') : t('category.new')}
      back={back}
      cancel={back.href}
      form={form}
      noun="category"
    >
      <CurrentValues
        shown={form.errors?.includes('version_conflict') === true && row !== undefined}
        items={[
          { label: t('category.code'), value: row?.code },
          { label: t('category.name'), value: row?.name },
          { label: t('category.kind'), value: row ? t(`category.kinds.${row.kind}`) : null },
          { label: t('category.min_age'), value: row?.min_age },
          { label: t('category.max_age'), value: row?.max_age },
          { label: t('category.description'), value: row?.description, wide: true },
        ]}
        field={fields.version}
        version={row?.version}
      />
      <FieldRow>
        <TextField of={fields.code} label={t('category.code')} width="short" autoCapitalize="characters" />
        <SelectField
          of={fields.kind}
          label={t('category.kind')}
          blank={false}
          options={categoryKinds.map((value) => ({ value, label: t(`category.kinds.${value}`) }))}
        />
      </FieldRow>
      <TextField of={fields.name} label={t('category.name')} />
      <FieldRow>
        <TextField of={fields.min_age} label={t('category.min_age')} inputMode="numeric" width="short" />
        <TextField of={fields.max_age} label={t('category.max_age')} inputMode="numeric" width="short" />
      </FieldRow>
      <TextArea of={fields.description} label={t('category.description')} rows={4} />
      {form_key ? <HiddenField of={fields.form_key} /> : null}
    </EditPage>
  )
}
