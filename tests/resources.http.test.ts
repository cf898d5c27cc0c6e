import { beforeAll } from 'vitest'
import { resourceNouns } from '#app/domain/core/resources.ts'
import { type ResourceScene, resourceNoun, resourceScene } from './support/contracts/resource.ts'

let scene: ResourceScene
beforeAll(async () => {
  scene = await resourceScene()
})

for (const noun of resourceNouns) resourceNoun(noun, () => scene)
