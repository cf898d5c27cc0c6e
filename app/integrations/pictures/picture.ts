/** What is left of a picture before anything decodes it. */
export interface Essentials {
  /** In pixels, as the file says; not yet turned. */
  width: number
  height: number
  /** How its camera was held: the EXIF orientation, 1 (upright) to 8. */
  orientation: number
  /** The same picture without anything that is not needed to see it. */
  bytes: Buffer
}

/** Another kind of file, broken, or more pixels than anybody needs. */
export class PictureUnusable extends Error {
  override name = 'PictureUnusable'
}
