/** Of a file as it comes; what people have as paper is a photograph of it or a PDF. */
export const paperLimit = { bytes: 5_000_000 } as const
export const paperTypes = 'image/jpeg,image/png,image/webp,application/pdf'
