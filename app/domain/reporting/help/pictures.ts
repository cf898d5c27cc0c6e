import { readFileSync } from 'node:fs'
import { helpFolder } from '#app/domain/core/help/paper.ts'
import type { Locale } from '#app/i18n/locales.ts'

/** What a picture shows, as `app/help/pictures.json` names it. */
export interface PictureOf {
  /** The subdomain of an organisation of the demo; `main` for the operator's host. */
  host: string
  /** The e-mail address that signs in; `-` for a guest. */
  as: string
  /** Without ids; the page that opens from there is found by `open`. */
  path: string
  /** The beginning of a link on that page, which is opened: `/invoice/view/`. */
  open?: string
  /** A selector of where the picture begins; by default the top of the page. */
  from?: string
  /** Of the page, in pixels: 360, a phone, by default; 1080 for a desk. */
  width?: number
  height?: number
}

/** Languages in which pictures are made; readers of another are shown those of the first. */
export const picturedLocales: readonly Locale[] = ['en', 'my']

/** Width and height of the part of a page that a picture shows. */
export const sizeOf = ({ width = 360, height = width > 600 ? 640 : 480 }: PictureOf) => ({ width, height })

/** `public/help/en/counter.webp` is `/help/en/counter.webp`. */
export const pictureFile = (name: string, locale: Locale) =>
  `/help/${picturedLocales.includes(locale) ? locale : picturedLocales[0]}/${name}.webp`

const described: Readonly<Record<string, PictureOf>> = JSON.parse(
  readFileSync(`${helpFolder}/pictures.json`, 'utf8'),
)

/** All pictures of the help centre by name. */
export const pictures: Readonly<
  Record<string, PictureOf & { file(locale: Locale): { src: string; width: number; height: number } }>
> = Object.fromEntries(
  Object.entries(described).map(([name, one]) => [
    name,
    { ...one, file: (locale: Locale) => ({ src: pictureFile(name, locale), ...sizeOf(one) }) },
  ]),
)
