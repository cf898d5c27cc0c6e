import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { saveWorkflow } from '#app/domain/einvoice/settings/change-setting.ts'
import { autoSubmits, bases, findSetting, qrPositions } from '#app/domain/einvoice/settings/find-setting.ts'
import { workflowForm } from '#app/domain/einvoice/settings/setting-forms.ts'
import { documentVersions } from '#app/domain/einvoice/words.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { submit } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { DateField, RadioGroup } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { versionKey, workflowFacts } from '#app/ui/einvoice/settings/setting-facts.ts'

/** How e-invoices are made, and when they are sent. */
export const handle = {
  access: 'einvoice_setting.edit',
  title: 'einvoice_setting.workflow_title',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const row = await findSetting(await context.read())
  return {
    row: {
      document_version: row?.document_version ?? ('1.0' as const),
      basis: row?.basis ?? ('on_paid' as const),
      auto_submit: row?.auto_submit ?? ('off' as const),
      auto_since: row?.auto_since ?? null,
      qr_position: row?.qr_position ?? ('bottom' as const),
    },
    hasCertificate: row?.has.certificate ?? false,
    version: row?.version ?? 0,
  }
}

export const action = (args: ActionFunctionArgs) =>
  submit(args, workflowForm, async ({ trx, actor }, input) => {
    await saveWorkflow(trx, actor, input)
    return redirectWith(paths.einvoiceSetting.index(), 'einvoice_workflow_saved')
  })

export default function WorkflowPage() {
  const { row, hasCertificate, version } = useLoaderData<typeof loader>()
  const { t, i18n } = useTranslation()
  const [form, fields] = useFormOf(workflowForm, useActionData<typeof action>(), { ...row, version })
  const choices = (name: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`einvoice_setting.${name}.${value}`) }))
  return (
    <EditPage
      title={t('einvoice_setting.workflow_title')}
      subtitle={t('einvoice_setting.workflow_about')}
      back={{ label: t('einvoice_setting.title'), href: paths.einvoiceSetting.index() }}
      form={form}
      noun="einvoice_setting"
    >
      <CurrentValues
        form={form}
        items={workflowFacts(row, t, i18n.language)}
        field={fields.version}
        version={version}
      />
      <RadioGroup
        of={fields.document_version}
        label={t('einvoice_setting.document_version')}
        options={documentVersions.map((value) => ({
          value,
          label: t(`einvoice_setting.document_versions.${versionKey(value)}`),
          hint: t(`einvoice_setting.document_versions.${versionKey(value)}_hint`),
        }))}
      />
      {!hasCertificate && (
        <p className="hint">
          <a href={paths.einvoiceSetting.certificate()}>{t('einvoice_setting.certificate_upload')}</a>
        </p>
      )}
      <RadioGroup
        of={fields.basis}
        label={t('einvoice_setting.basis')}
        hint={t('einvoice_setting.basis_hint')}
        options={choices('bases', bases)}
      />
      <RadioGroup
        of={fields.auto_submit}
        label={t('einvoice_setting.auto_submit')}
        options={choices('auto_submits', autoSubmits)}
      />
      <DateField
        of={fields.auto_since}
        label={t('einvoice_setting.auto_since')}
        hint={t('einvoice_setting.auto_since_hint')}
        autoComplete="off"
      />
      <RadioGroup
        of={fields.qr_position}
        label={t('einvoice_setting.qr_position')}
        options={choices('qr_positions', qrPositions)}
      />
    </EditPage>
  )
}
