/** Nouns of the catalogue that have a picture, which families see where they choose. */
export const picturedNouns = ['program', 'subject'] as const
export type PicturedNoun = (typeof picturedNouns)[number]

/** Side in pixels of the square that is kept. */
export const imageSide = 512
