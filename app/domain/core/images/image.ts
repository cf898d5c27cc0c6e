/** Nouns that have a picture, which families see where they choose, and givers where they give. */
export const picturedNouns = ['program', 'subject', 'infaq_type', 'zakat_type'] as const
export type PicturedNoun = (typeof picturedNouns)[number]

/** Side in pixels of the square that is kept. */
export const imageSide = 512
