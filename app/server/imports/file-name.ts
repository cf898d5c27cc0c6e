/** As a page can show it: without folders, control characters and what is too long. */
export function nameOfFile({ name }: File): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return (
    last
      .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '')
      .trim()
      .slice(-100) || '–'
  )
}
