import type { Tone } from '#app/ui/feedback/tones.ts'

const tones: Record<string, Tone> = { open: 'late', proposed: 'wait', resolved: 'good' }

export const exceptionTone = (state: string): Tone => tones[state] ?? 'open'
