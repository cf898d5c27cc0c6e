/**
 * Pictures of the product on the front page, in `public/front/`. `npm run pictures` makes them of the demo: for every name
 * one in each language, and of a page of the office one for narrow screens, too.
 */

/** Width and height of the files, in pixels. */
export const sizes = {
  /** A window of the office: 1,080 by 675 of a page. */
  wide: [1440, 900],
  /** What of the same page a phone shows: 360 by 420. */
  narrow: [720, 840],
  /** A page of a parent on a phone: 360 by 600. */
  phone: [720, 1200],
} as const

export const officePictures = ['home', 'billing', 'statement'] as const
export const phonePictures = ['invoice', 'pay', 'paid'] as const

export type OfficePictureName = (typeof officePictures)[number]
export type PhonePictureName = (typeof phonePictures)[number]
type PictureName = OfficePictureName | PhonePictureName

/** Languages that have pictures of their own; a reader of another one is shown those of the first. */
export const pictured = ['en', 'my'] as const

/** `/front/home-en-wide.webp` */
export function pictureOf(name: PictureName, locale: string, size: keyof typeof sizes): string {
  const shown = pictured.find((one) => one === locale) ?? pictured[0]
  return `/front/${name}-${shown}-${size}.webp`
}
