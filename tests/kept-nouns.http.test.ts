import { keptNouns } from '#app/domain/nouns.ts'
import { keptNoun } from './support/contracts/kept-noun.ts'

for (const noun of keptNouns) keptNoun(noun)
