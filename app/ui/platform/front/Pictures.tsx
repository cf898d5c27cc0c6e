import { useTranslation } from 'react-i18next'
import { usePage } from '#app/ui/core/page-context.tsx'
import { type OfficePictureName, type PhonePictureName, pictureOf, sizes } from './pictures.ts'

/** A page of the office: a window of it, or on a narrow screen what a phone shows, so that its words can be read. */
export function OfficePicture({ name }: { name: OfficePictureName }) {
  const { t } = useTranslation()
  const { locale } = usePage()
  const [width, height] = sizes.narrow
  const [wide, high] = sizes.wide
  return (
    <picture>
      <source
        media="(min-width: 40rem)"
        srcSet={pictureOf(name, locale, 'wide')}
        width={wide}
        height={high}
      />
      <img
        src={pictureOf(name, locale, 'narrow')}
        alt={t(`front.picture.${name}`)}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
      />
    </picture>
  )
}

/** A page of a parent on a phone. `alt` is empty where the picture only decorates. */
export function PhonePicture({ name, alt }: { name: PhonePictureName; alt: string }) {
  const { locale } = usePage()
  const [width, height] = sizes.phone
  return (
    <img
      className="phone"
      src={pictureOf(name, locale, 'phone')}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
    />
  )
}
