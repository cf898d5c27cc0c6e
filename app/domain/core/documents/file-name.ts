const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
}

/** Endings that say what a file is, also of a picture that was drawn anew as another kind. */
const ending = /\.(pdf|jpe?g|png|webp)$/i

/** The name under which a file that a person sent is saved: it ends once, as its content does. */
export const fileNameOf = ({ name, content_type }: { name: string; content_type: string }): string =>
  `${name.replace(ending, '') || 'file'}.${extensions[content_type] ?? 'bin'}`
