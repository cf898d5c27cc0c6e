import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchesToChoose } from '#app/domain/catalogue/branches/branches.ts'
import {
  type ImportKindName,
  importKinds,
  needsOf,
  uploadForm,
} from '#app/domain/enrolment/imports/import.ts'
import { languageTag, locales } from '#app/i18n/locales.ts'
import { paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { takeUpload } from '#app/server/imports/upload.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { FileField, HiddenField, optionsOf, RadioGroup, SelectField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { Section } from '#app/ui/core/page/ViewPage.tsx'
import { newId } from '#db/id.ts'

/** The first step: what it is, and the file. */
export const handle = { access: 'import.upload', title: 'import.new' } satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const branches = await branchesToChoose(await context.read(), context.scope('import.upload'))
  const kinds = importKinds.filter((kind) => needsOf[kind].every((permission) => context.can(permission)))
  return { branches, kinds, form_key: newId() }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, uploadForm, (input) => takeUpload(args, input), { secrets: ['file'] })

export default function NewImport() {
  const { branches, kinds, form_key } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(uploadForm, useActionData<typeof action>(), {
    kind: kinds[0],
    branch_id: branches.length === 1 ? branches[0]!.id : undefined,
    form_key,
  })
  return (
    <EditPage
      title={t('import.new')}
      subtitle={t('import.steps.new')}
      back={{ label: t('import.plural'), href: paths.import.list() }}
      submit={t('import.upload')}
      form={form}
      noun="import"
      multipart
      danger={<Templates kinds={kinds} />}
    >
      <RadioGroup
        of={fields.kind}
        label={t('import.kind')}
        options={kinds.map((value) => ({
          value,
          label: t(`import.kinds.${value}`),
          hint: t(`import.kind_hints.${value}`),
        }))}
      />
      <FileField of={fields.file} label={t('import.file')} hint={t('import.file_hint')} accept=".xlsx,.csv" />
      <SelectField
        of={fields.branch_id}
        label={t('common.field.branch')}
        hint={t('import.branch_hint')}
        options={optionsOf(branches)}
      />
      <HiddenField of={fields.form_key} />
    </EditPage>
  )
}

/** Empty files to fill in, for each kind in each language. */
function Templates({ kinds }: { kinds: readonly ImportKindName[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t('import.templates')}>
      <p className="quiet">{t('import.templates_hint')}</p>
      <dl className="facts">
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{t(`import.kinds.${kind}`)}</dt>
            <dd>
              {locales.map((locale) => (
                <div key={locale}>
                  {t(`import.languages.${locale}`)}:{' '}
                  {(['xlsx', 'csv'] as const).map((format, index) => (
                    <span key={format}>
                      {index > 0 && ' · '}
                      <a
                        href={paths.import.template(kind, locale, format)}
                        hrefLang={languageTag(locale)}
                        aria-label={`${t(`import.languages.${locale}`)} ${t(`import.formats.${format}`)}`}
                      >
                        {t(`import.formats.${format}`)}
                      </a>
                    </span>
                  ))}
                </div>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
