/** Documents are set in these, by whichever is the first to have a letter; the printer brings them along. */
export const families = ['Noto Sans', 'Noto Sans Tamil', 'Noto Sans SC'] as const
