import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { duitNowForm, duitNowSetting } from '#app/domain/billing/duitnow/duitnow.ts'
import { paperLimit } from '#app/domain/core/fields.ts'
import { paths } from '#app/paths.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import { takeDuitNow } from '#app/server/payments/take-duitnow.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { FileField, HiddenField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'

/** Brings the QR that the bank has issued; whoever changes it says where families' money goes. */
export const handle = {
  access: 'gateway.edit',
  confirm: 'change',
  title: 'duitnow.upload',
} satisfies Handle

export async function loader({ context }: LoaderFunctionArgs) {
  const { version } = await duitNowSetting(await context.read())
  return { version }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(args, duitNowForm, (input) => takeDuitNow(args.context, input), { secrets: ['picture'] })

export default function UploadDuitNow() {
  const { version } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const [form, fields] = useFormOf(duitNowForm, useActionData<typeof action>(), { version })
  return (
    <EditPage
      title={t('duitnow.upload')}
      subtitle={t('setting.duitnow.about')}
      back={{ label: t('setting.duitnow.title'), href: paths.setting.duitnow() }}
      submit={t('duitnow.read')}
      form={form}
      noun="duitnow"
      multipart
    >
      <FileField
        of={fields.picture}
        label={t('duitnow.picture')}
        hint={t('duitnow.picture_hint', { most: paperLimit.bytes / 1_000_000 })}
        accept="image/jpeg,image/png,image/webp"
      />
      <HiddenField of={fields.version} />
    </EditPage>
  )
}
