/** Documents are set in these, by whichever is the first to have a letter; the printer brings them along. */
export const families = [
  'Noto Sans',
  'Noto Sans Tamil',
  'Noto Sans Arabic',
  'Noto Sans Thai',
  'Noto Sans Gurmukhi',
  'Noto Sans Bengali',
  'Noto Sans Telugu',
  'Noto Sans Malayalam',
  'Noto Sans Kannada',
  'Noto Sans Gujarati',
  'Noto Sans Sinhala',
  'Noto Sans Myanmar',
  'Noto Sans Khmer',
  'Noto Sans Lao',
  // Before the Chinese one, whose slices name signs that it does not draw.
  'Noto Emoji',
  'Noto Sans SC',
  // Rare letters of names that the Chinese one does not have, traditional and of the supplementary planes.
  'Noto Sans TC',
  'Noto Sans JP',
  'Noto Sans KR',
] as const
