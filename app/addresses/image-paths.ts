import type { PicturedNoun } from '#app/domain/core/resources.ts'
import { pictured } from './noun-paths.ts'

const at = (noun: PicturedNoun) => noun.replaceAll('_', '-')

/** Pictures of the catalogue, and of what is given for. */
export const imagePaths = {
  edit: (noun: PicturedNoun, id: string) => `/${at(noun)}/image/${id}`,
  remove: (noun: PicturedNoun, id: string) => `/${at(noun)}/image/remove/${id}`,
  picture: (noun: PicturedNoun, id: string, file: string | null) =>
    pictured(`/${at(noun)}/picture/${id}`, file),
  /** For families and strangers. */
  offered: (noun: PicturedNoun, id: string, file: string | null) =>
    pictured(`/register/picture/${noun}/${id}`, file),
} as const
