import { type ChipGroup, chipGroups } from '#app/integrations/chip/methods.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'

/** How a payer may pay online: by a kind of account at FPX, or by a group of CHIP's methods. */
export type Way = Model | ChipGroup

export const isChipGroup = (way: unknown): way is ChipGroup =>
  (chipGroups as readonly unknown[]).includes(way)
