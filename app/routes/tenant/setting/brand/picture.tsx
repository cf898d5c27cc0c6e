import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Refusal } from '#app/domain/core/refusal.ts'
import {
  brandPictureForm,
  brandPictures,
  isBrandPicture,
  setBrandPicture,
} from '#app/domain/organisation/brand/brand.ts'
import { entityProfile } from '#app/domain/organisation/entities/find-entity.ts'
import { brandPicture, paths } from '#app/paths.ts'
import { tenantOf } from '#app/server/api/tenant.ts'
import { drawnPicture, savePicture } from '#app/server/documents/pictures.ts'
import { redirectWith } from '#app/server/forms/answers.ts'
import { answerForm } from '#app/server/forms/submit.ts'
import type { Handle } from '#app/server/routing/trees.ts'
import { brandShown } from '#app/server/setting/brand-shown.ts'
import { Notice } from '#app/ui/core/feedback/Notice.tsx'
import { PostButton, SubmitButton } from '#app/ui/core/form/Button.tsx'
import { FileField } from '#app/ui/core/form/fields.tsx'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { EditPage } from '#app/ui/core/page/EditPage.tsx'
import { BrandPreview } from '#app/ui/organisation/setting/BrandPreview.tsx'

/** Another logo, header banner or background. */
export const handle = { access: 'branding.edit', title: 'setting.brand.title' } satisfies Handle

export async function loader({ params: { picture }, context }: LoaderFunctionArgs) {
  if (!isBrandPicture(picture)) throw new Refusal('not_found.picture')
  const row = await entityProfile(await context.read(), tenantOf(context).id)
  return { picture, shown: brandPicture(picture, row[brandPictures[picture].column]) }
}

export const action = (args: ActionFunctionArgs) =>
  answerForm(
    args,
    brandPictureForm,
    async ({ picture: file, drawn, intent }) => {
      const { context, params } = args
      const { picture } = params
      if (!isBrandPicture(picture)) throw new Refusal('not_found.picture')
      const { id } = tenantOf(context)
      const named: Parameters<typeof savePicture>[2] = (trx, key) =>
        setBrandPicture(trx, context.actor, id, picture, key)
      const size = brandPictures[picture]
      const sent = file ?? new File([Buffer.from(drawn!, 'base64')], 'picture.webp')
      if (intent === 'preview') {
        const kept = (await drawnPicture(context, sent, size)).toString('base64')
        const address = `data:image/webp;base64,${kept}`
        return { kept, shown: await brandShown(context, { picture: { name: picture, address } }) }
      }
      await savePicture(context, sent, named, size)
      context.services.sites.forget(id)
      return redirectWith(paths.setting.brand(), 'image_saved')
    },
    { secrets: ['picture', 'drawn'] },
  )

type Reply = SubmissionResult<string[]>

export default function BrandPicturePage() {
  const { picture, shown } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const answer = useActionData<typeof action>()
  const previewed = answer && 'kept' in answer ? answer : undefined
  const [form, fields] = useFormOf(brandPictureForm, previewed || !answer ? undefined : (answer as Reply))
  return (
    <EditPage
      title={t(`setting.brand.${picture}`)}
      subtitle={t(`setting.brand.${picture}_hint`)}
      back={{ label: t('setting.brand.title'), href: paths.setting.brand() }}
      form={form}
      noun="profile"
      multipart
      danger={
        shown && (
          <PostButton action={paths.setting.brandPictureRemove(picture)}>
            {t('setting.brand.remove')}
          </PostButton>
        )
      }
    >
      {shown && <img src={shown} alt="" height="120" />}
      <FileField
        of={fields.picture}
        label={t('profile.picture')}
        hint={t('setting.brand.file_hint')}
        accept="image/jpeg,image/png,image/webp"
      />
      <div className="actions">
        <SubmitButton name="intent" value="preview" look="plain">
          {t('setting.brand.preview_button')}
        </SubmitButton>
      </div>
      {previewed && (
        <Notice title={t('setting.brand.not_saved')}>
          <p>{t('setting.brand.picture_kept')}</p>
          <input type="hidden" name="drawn" value={previewed.kept} />
          <BrandPreview {...previewed.shown} />
        </Notice>
      )}
    </EditPage>
  )
}
