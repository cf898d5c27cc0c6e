import { useTranslation } from 'react-i18next'
import { PostButton } from '#app/ui/core/form/Button.tsx'
import type { FieldOf } from '#app/ui/core/form/control.ts'
import { FileField } from '#app/ui/core/form/fields.tsx'
import { EditPage, type EditPageProps } from '#app/ui/core/page/EditPage.tsx'
import { Portrait, type Portrayed } from './Portrait.tsx'

interface PicturePageProps extends Pick<EditPageProps, 'title' | 'form'> {
  back: { label: string; href: string }
  field: FieldOf
  of: Portrayed
  hint: string
  remove: { action: string; label: string }
  look?: 'thing'
}

/** The picture of somebody as it is, and the form that brings another. */
export function PicturePage({ back, field, of, hint, remove, title, form, look }: PicturePageProps) {
  const { t } = useTranslation()
  const danger = of.picture ? <PostButton action={remove.action}>{remove.label}</PostButton> : undefined
  return (
    <EditPage title={title} back={back} form={form} noun="profile" multipart danger={danger}>
      <div className="person">
        <Portrait of={of} large {...(look ? { look } : {})} />
      </div>
      <FileField
        of={field}
        label={t('profile.picture')}
        hint={hint}
        accept="image/jpeg,image/png,image/webp"
      />
    </EditPage>
  )
}
