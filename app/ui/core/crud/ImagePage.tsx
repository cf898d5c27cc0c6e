import { useTranslation } from 'react-i18next'
import type { PicturedNoun } from '#app/domain/core/images/image.ts'
import { pictureForm } from '#app/domain/identity/accounts/profile.ts'
import { paths } from '#app/paths.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { PicturePage } from '#app/ui/identity/account/PicturePage.tsx'

interface ImagePageProps {
  noun: PicturedNoun
  row: { id: string; name: string; image_file: string | null }
  answer: Parameters<typeof useFormOf>[1]
}

/** The picture of a program or a class, and the form that brings another. */
export function ImagePage({ noun, row, answer }: ImagePageProps) {
  const { t } = useTranslation()
  const [form, fields] = useFormOf(pictureForm, answer)
  const { id, name, image_file } = row
  return (
    <PicturePage
      title={t('common.image.of', { name })}
      back={{ label: name, href: paths[noun].view(id) }}
      form={form}
      field={fields.picture}
      of={{ name, picture: paths.image.picture(noun, id, image_file) }}
      look="thing"
      hint={t('common.image.hint')}
      remove={{ action: paths.image.remove(noun, id), label: t('common.image.remove') }}
    />
  )
}
