import type { PicturedNoun } from '#app/domain/images/image.ts'
import { pictured } from './noun-paths.ts'

/** Pictures of the catalogue. */
export const imagePaths = {
  edit: (noun: PicturedNoun, id: string) => `/${noun}/image/${id}`,
  remove: (noun: PicturedNoun, id: string) => `/${noun}/image/remove/${id}`,
  picture: (noun: PicturedNoun, id: string, file: string | null) => pictured(`/${noun}/picture/${id}`, file),
  /** For families and strangers. */
  offered: (noun: PicturedNoun, id: string, file: string | null) =>
    pictured(`/register/picture/${noun}/${id}`, file),
} as const
