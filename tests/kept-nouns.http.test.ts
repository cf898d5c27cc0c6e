import { beforeAll } from 'vitest'
import { keptNouns } from '#app/domain/core/crud/nouns.ts'
import { type KeptScene, keptNoun, keptScene } from './support/contracts/kept-noun.ts'

let scene: KeptScene
beforeAll(async () => {
  scene = await keptScene()
})

for (const noun of keptNouns) keptNoun(noun, () => scene)
