/** The word between a Malaysian name and the father's; not masked, because it says nothing. */
const joins: Record<string, string> = {
  bin: 'b.',
  'b.': 'b.',
  b: 'b.',
  binti: 'bt.',
  'bt.': 'bt.',
  bt: 'bt.',
  bte: 'bt.',
  'a/l': 'a/l',
  'a/p': 'a/p',
  al: 'a/l',
  ap: 'a/p',
}

/**
 * Enough for the family to know that the page is theirs, too little for a stranger: `Nur Aisyah binti Azman` → `Nur
 * A*** bt. A***`, `Tan Wei Ming` → `Tan W*** M***`, `Siti` → `S***`.
 */
export function maskedName(name: string): string {
  const words = name.trim().split(/\s+/)
  return words
    .map(
      (word, index) => joins[word.toLowerCase()] ?? (index === 0 && words.length > 1 ? word : hidden(word)),
    )
    .join(' ')
}

function hidden(word: string): string {
  const [first = ''] = word
  return `${first}***`
}

export function maskedAccount(account_number: string): string {
  return `•••• ${account_number.slice(-4)}`
}
