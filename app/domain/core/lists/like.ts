/** Text for `like` and `ilike`, with its wild cards taken literally. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`
}
