import { complain, sentenceOf } from './sentence.ts'

/** Loaded before each command (`--import`): an error written for a person ends the process without a stack. */
process.on('uncaughtException', (error) => {
  complain(sentenceOf(error))
  process.exit(1)
})
