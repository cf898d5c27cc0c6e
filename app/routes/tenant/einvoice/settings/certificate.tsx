import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { currentTime } from '#app/domain/core/clock.ts'
import { todayIn } from '#app/domain/core/dates.ts'
import { saveCertificate } from '#app/domain/einvoice/settings/change-setting.ts'
import { certificateOf, ownersOf } from '#app/domain/einvoice/settings/find-readiness.ts'
import { findSealedSetting } from '#app/domain/einvoice/settings/find-setting.ts'
import { readUpload } from '#app/domain/einvoice/settings/read-upload.ts'
import { certificateForm } from '#app/domain/einvoice/settings/setting-forms.ts'
import { paths } from '#app/paths.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { keysOf } from '#app/server/request/keys.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { ConfirmButton } from '#app/ui/core/form/Button.tsx'
import { FileField, PasswordField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { CurrentValues, EditPage } from '#app/ui/core/page/EditPage.tsx'
import { CertificateFacts } from '#app/ui/einvoice/settings/CertificateFacts.tsx'

/** The certificate that signs e-invoices; whoever has its key signs in the organisation's name. */
export const handle = {
  access: 'einvoice_setting.edit',
  confirm: 'change',
  title: 'einvoice_setting.certificate_title',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const row = await findSealedSetting(await context.read())
  const facts = row && certificateOf(row)
  return {
    certificate: facts
      ? { ...facts, from: todayIn(facts.from), to: todayIn(facts.to), usages: undefined }
      : null,
    hasCompany: Boolean(row?.tin),
    version: row?.version ?? 0,
  }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    certificateForm,
    async ({ file, password, version }) => {
      const { context } = args
      const { actor, write, read, releaseConnection } = context
      const keys = keysOf(context)
      const row = await findSealedSetting(await read())
      await releaseConnection()
      const upload = await readUpload(
        Buffer.from(await file.arrayBuffer()),
        password ?? '',
        row ? ownersOf(keys, row) : [],
        currentTime(),
      )
      await write((trx) => saveCertificate(trx, actor, keys, version, upload))
      return redirectWith(paths.einvoiceSetting.index(), 'einvoice_certificate_saved')
    },
    { secrets: ['file', 'password'] },
  )

export default function CertificatePage() {
  const { certificate, hasCompany, version } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(certificateForm, useActionData<typeof action>(), { version })
  return (
    <EditPage
      title={t('einvoice_setting.certificate_title')}
      subtitle={t('einvoice_setting.certificate_about')}
      back={{ label: t('einvoice_setting.title'), href: paths.einvoiceSetting.index() }}
      form={form}
      noun="einvoice_setting"
      submit={t(`einvoice_setting.certificate_${certificate ? 'replace' : 'upload'}`)}
      multipart
      above={
        <>
          {!hasCompany && (
            <Notice tone="warning">
              <a href={paths.einvoiceSetting.company()}>{t('einvoice_setting.certificate_company_first')}</a>
            </Notice>
          )}
          {certificate && <CertificateFacts of={certificate} />}
        </>
      }
      danger={
        certificate && (
          <ConfirmButton
            label={t('einvoice_setting.certificate_remove')}
            text={t('einvoice_setting.certificate_remove_text')}
            action={paths.einvoiceSetting.certificateRemove()}
            confirm={t('einvoice_setting.certificate_remove')}
            fields={{ version: String(version) }}
          />
        )
      }
    >
      <CurrentValues form={form} items={[]} field={fields.version} version={version} />
      <FileField
        of={fields.file}
        label={t('einvoice_setting.file')}
        hint={t('einvoice_setting.file_hint')}
        accept=".p12,.pfx,application/x-pkcs12"
      />
      <PasswordField
        of={fields.password}
        label={t('einvoice_setting.password')}
        hint={t('einvoice_setting.password_hint')}
        optional={false}
        autoComplete="new-password"
      />
    </EditPage>
  )
}
