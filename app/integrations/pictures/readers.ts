import sharp from 'sharp'

/**
 * The library's readers that this process may use, and no other, whatever a file claims to be: PDF, TIFF and the like.
 * It keeps nothing and works on one thread, so that what a picture takes can be foreseen.
 */
export function onlyReaders(...formats: readonly ('Jpeg' | 'Png' | 'Webp' | 'Svg')[]): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: formats.map((format) => `VipsForeignLoad${format}Buffer`) })
  sharp.cache(false)
  sharp.concurrency(1)
}
