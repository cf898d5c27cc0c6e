import { useTranslation } from 'react-i18next'
import type { PicturedNoun } from '#app/domain/core/images/image.ts'
import { paths } from '#app/paths.ts'
import { Portrait } from '#app/ui/identity/account/Portrait.tsx'

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
