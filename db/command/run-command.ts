import { asRefusal } from '#app/domain/core/refusal.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { complain } from '#app/start/sentence.ts'
import { UsageError } from './usage.ts'

/** Does what a command is there for; what its caller can mend is said in lines, and the process ends with 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const sentence = sentenceFor(error)
    if (!sentence) throw error
    complain(sentence)
    process.exitCode = 1
  }
}

/** Undefined for what should not happen. */
function sentenceFor(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message
  const refusal = asRefusal(error)
  if (refusal) return String(i18nOf('en').t(`refusal.${refusal.code}`, refusal.values))
  const { code } = error as { code?: string }
  if (code === '42P01' || code === '3F000')
    return 'This database has no tables yet: run "npm run migrate" first.'
  if (code === '28P01')
    return 'The application cannot log in to this database: run "npm run migrate" first, with the APP_KEY of now.'
  return undefined
}
