import { useTranslation } from 'react-i18next'
import { pictureForm } from '#app/domain/core/fields.ts'
import type { PicturedNoun } from '#app/domain/core/resources.ts'
import { paths } from '#app/paths.ts'
import { useFormOf } from '#app/ui/core/form/use-form-of.ts'
import { PicturePage } from '#app/ui/core/page/PicturePage.tsx'
import { Portrait } from '#app/ui/core/page/Portrait.tsx'

interface ImageProps {
  noun: PicturedNoun
  row: { id: string; name: string; image_file: string | null }
  mayEdit: boolean
}

/** The picture on the page of a program or a class; where there is none, the way to one for who may bring it. */
export function Image({ noun, row, mayEdit }: ImageProps) {
  const { t } = useTranslation()
  const { id, name, image_file } = row
  if (!image_file && !mayEdit) return null
  return (
    <div className="person">
      {image_file ? (
        <Portrait of={{ name, picture: paths.image.picture(noun, id, image_file) }} large look="thing" />
      ) : null}
      {mayEdit ? (
        <a href={paths.image.edit(noun, id)}>{t(image_file ? 'common.image.change' : 'common.image.add')}</a>
      ) : null}
    </div>
  )
}

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
