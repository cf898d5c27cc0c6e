/** A reason not to start, in one sentence for the person at the keyboard. */
export class StartError extends Error {
  override name = 'StartError'
}

const plain = ['StartError', 'EnvironmentError', 'EmbeddedPostgresError']

/** What to print for an error: its sentence alone when it was written for a person, else all that is known. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return plain.includes(error.name) ? error.message : (error.stack ?? error.message)
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function complain(line: string): void {
  process.stderr.write(`${line}\n`)
}
